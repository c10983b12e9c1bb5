# Kiebitz as a container: `docker compose up` (compose.yaml), or
#   docker build -t kiebitz . && docker run -p 127.0.0.1:1912:1912 -v kiebitz:/data kiebitz
# .ci/image follows the same stages where there is no container engine.

# The page.
FROM node:22-bookworm-slim AS page
WORKDIR /src/web
COPY web/package.json web/package-lock.json web/.npmrc ./
RUN npm ci
COPY web/ ./
RUN npm run build

# The program: static, so that the image needs nothing else.
FROM rust:1.95-bookworm AS program
RUN apt-get update \
    && apt-get install -y --no-install-recommends musl-tools=1.2.* \
    && rm -rf /var/lib/apt/lists/* \
    && rustup target add x86_64-unknown-linux-musl
WORKDIR /src
COPY Cargo.toml Cargo.lock LICENSE ./
COPY crates crates
# Numbers that the program tells are in the documents.
COPY docs docs
COPY --from=page /src/web/dist web/dist
RUN CARGO_PROFILE_RELEASE_STRIP=symbols cargo build --release --locked --target x86_64-unknown-linux-musl -p kiebitz \
    && install -D target/x86_64-unknown-linux-musl/release/kiebitz /out/usr/bin/kiebitz \
    && install -D LICENSE /out/usr/share/doc/kiebitz/LICENSE \
    && install -d -o 1912 -g 1912 /out/data

# A machine of a Ray cluster with workers (docs/cluster.md): docker build --target ray -t kiebitz-ray . Python and Ray are those of the driver.
FROM program AS wheel
RUN apt-get update \
    && apt-get install -y --no-install-recommends python3-venv=3.11.* \
    && rm -rf /var/lib/apt/lists/* \
    && python3 -m venv /maturin \
    && /maturin/bin/pip install --no-cache-dir 'maturin>=1.7,<2'
RUN /maturin/bin/maturin build --locked --manifest-path crates/python/Cargo.toml --out /wheels

FROM python:3.11-slim-bookworm AS ray
# KubeRay asks by wget whether a machine is well.
RUN apt-get update \
    && apt-get install -y --no-install-recommends wget=1.21.* \
    && rm -rf /var/lib/apt/lists/* \
    && pip install --no-cache-dir 'ray[default]==2.49.0' \
    && useradd --uid 1912 --create-home kiebitz
RUN --mount=from=wheel,source=/wheels,target=/wheels pip install --no-cache-dir /wheels/*.whl
COPY --from=program /out/usr/bin/kiebitz /usr/local/bin/kiebitz
ENV RAY_USAGE_STATS_ENABLED=0
USER 1912:1912
CMD ["ray", "start", "--head", "--block", "--disable-usage-stats", "--include-dashboard=false", "--object-store-memory=80000000"]

# The program alone: the last stage is what `docker build` makes.
FROM scratch AS kiebitz
COPY --from=program /out/ /
ENV KIEBITZ_DATA=/data
VOLUME ["/data"]
EXPOSE 1912
USER 1912:1912
ENTRYPOINT ["/usr/bin/kiebitz"]
CMD ["serve", "--listen", "0.0.0.0"]
