# syntax=docker/dockerfile:1
# What comes of the build is JavaScript alone, so it may run on another libc.
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# Replicas share their lanes by the package redis, which users of the library may do without.
RUN node .ci/build.mjs \
  && npm pkg set "dependencies.redis=$(node -p "require('./package.json').devDependencies.redis")" \
  && npm pkg delete devDependencies \
  && npm prune

FROM node:24-alpine
WORKDIR /app
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules ./node_modules
COPY --from=build /build/dist ./dist
# The key is mounted, read-only, and is in no layer and no variable: this is where it is looked for.
ENV NODE_ENV=production HOST=0.0.0.0 CUSTODY_API_SECRET=/run/secrets/custody-key
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/cli/main.js", "serve"]
CMD ["xrpl"]
