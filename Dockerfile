# docker build -t scout . && docker run -d --name scout --env-file .env -v scout:/data scout

# What is needed to install stays in this stage.
FROM python:3.11-slim AS build
WORKDIR /src
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY engine engine
COPY data data
COPY bot bot
RUN python -m venv --without-pip /opt/scout \
 && python -m pip --python /opt/scout install --no-cache-dir --disable-pip-version-check -c constraints.txt .

FROM python:3.11-slim
RUN useradd --system --user-group --uid 10001 --no-create-home --home-dir /data scout \
 && install --directory --owner=scout --group=scout --mode=0700 /data
COPY --from=build /opt/scout /opt/scout
ENV PATH=/opt/scout/bin:$PATH \
    DATABASE_URL=sqlite:////data/scout.sqlite3 \
    PYTHONUNBUFFERED=1
USER scout
WORKDIR /data
VOLUME /data
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run"]
