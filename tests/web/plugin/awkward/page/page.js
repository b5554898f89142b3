export function mount(root, { game, dom, say }) {
  const hostile =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" onload="window.hacked = 1"><script>window.hacked = 2</script>' +
    '<a href="javascript:window.hacked=3"><rect width="1" height="1" fill="url(http://evil.example/x)" onclick="window.hacked = 4"/></a>' +
    '<image href="http://evil.example/y"/><foreignObject><iframe srcdoc="x"/></foreignObject><rect id="good" width="1" height="1" style="fill:red"/></svg>';
  root.replaceChildren(dom.h("p", { id: "own", text: `own page of ${game.name}` }), dom.picture(hostile));
  say("mounted");
}
