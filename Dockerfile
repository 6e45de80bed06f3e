# The product with the config and the plugins of this folder. README.md, "Settings", says what the environment sets.
FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY index.html vite.config.ts tsconfig.json ./
COPY src ./src
COPY plugins ./plugins
RUN npm run build && npm prune --omit=dev --no-save

FROM node:20-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data CONFIG_DIR=/config
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/src/cli ./src/cli
COPY config/messages.json ./config/messages.json
COPY --chown=node:node config /config
# A volume at either takes its owner.
RUN mkdir /data /backups && chown node:node /data /backups
USER node
VOLUME ["/data", "/config"]
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "src/cli/healthy.mjs"]
CMD ["node", "src/cli/start.mjs"]
