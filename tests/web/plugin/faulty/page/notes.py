secret = 1
