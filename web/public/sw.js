// Keeps the shell at hand without a network. The API is never kept: a game is only true as the server tells it.
const SHELL = "mecenate-shell-1";
const FIRST = ["./", "./icon.svg", "./icon-turn.svg", "./manifest.webmanifest"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.addAll(FIRST))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== SHELL) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

// A path below the place of the page, without what stands behind ? and #; null for what lies elsewhere.
function below(url) {
  const place = url.origin + url.pathname;
  return place.startsWith(self.registration.scope) ? place.slice(self.registration.scope.length) : null;
}

// Files with a hash in their name never change.
async function kept(request) {
  const cache = await caches.open(SHELL);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

// The page itself may be newer on the server; what was kept is for when there is none. With a new page old files go.
async function fresh(request) {
  const cache = await caches.open(SHELL);
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      const before = await cache.match("./");
      const text = await answer.clone().text();
      if (before && (await before.text()) !== text) {
        for (const old of await cache.keys()) if (old.url.includes("/assets/")) await cache.delete(old);
      }
      await cache.put("./", answer.clone());
    }
    return answer;
  } catch (error) {
    const found = await cache.match("./");
    if (found) return found;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const path = below(url);
  if (event.request.method !== "GET" || path === null) return;
  if (path.startsWith("assets/")) event.respondWith(kept(event.request));
  else if (path === "" || path === "index.html") event.respondWith(fresh(event.request));
  else if (/^(icon[\w-]*\.svg|manifest\.webmanifest)$/.test(path)) event.respondWith(kept(event.request));
});

// "It is your turn", for those who switched it on.
self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data.json();
  } catch {
    // A message without words still says that something waits.
  }
  event.waitUntil(
    self.registration.showNotification(told.title || "Mecenate", {
      body: told.body || told.text || "",
      icon: "./icon.svg",
      tag: told.tag || "turn",
      data: { url: told.url || told.link || "./" },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const wanted = new URL(event.notification.data.url, self.registration.scope);
  const target = wanted.href.startsWith(self.registration.scope) ? wanted.href : self.registration.scope;
  event.waitUntil(
    (async () => {
      for (const client of await self.clients.matchAll({ type: "window" })) {
        if (client.url === target) return client.focus();
      }
      return self.clients.openWindow(target);
    })(),
  );
});
