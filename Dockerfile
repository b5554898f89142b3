# The web workbench with all solvers. See docs/containers.md.
#
#   docker build --tag tilewright .
#   docker run --rm --publish 127.0.0.1:8000:8000 --volume tilewright:/data tilewright

FROM python:3.12-slim AS build
WORKDIR /source
COPY . .
RUN python -m venv /opt/tilewright \
    && /opt/tilewright/bin/pip install --no-cache-dir --constraint constraints.txt '.[all,cluster,mcp]'
# The image contains compiled kernels, so that first answers are fast even without a writable cache folder.
ENV TILEWRIGHT_KERNELS=/opt/tilewright/kernels NUMBA_CPU_NAME=generic
RUN /opt/tilewright/bin/tilewright compile --all --quiet

FROM python:3.12-slim
LABEL org.opencontainers.image.title="Tilewright" \
      org.opencontainers.image.description="A workbench for tile-laying games and grid puzzles" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /opt/tilewright /opt/tilewright
RUN useradd --system --uid 1000 --create-home tilewright \
    && mkdir /data \
    && chown tilewright /data
ENV PATH=/opt/tilewright/bin:$PATH \
    TILEWRIGHT_KERNELS=/opt/tilewright/kernels \
    NUMBA_CPU_NAME=generic \
    PYTHONDONTWRITEBYTECODE=1
USER 1000
WORKDIR /data
VOLUME /data
EXPOSE 8000
# A server that answers with status 401, because it requires a token, is also healthy.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.error, urllib.request\ntry:\n    urllib.request.urlopen('http://127.0.0.1:8000/api/v1/status', timeout=4)\nexcept urllib.error.HTTPError as error:\n    assert error.code == 401"]
ENTRYPOINT ["tilewright"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000", "--data", "/data"]
