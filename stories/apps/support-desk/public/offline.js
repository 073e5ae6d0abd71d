// Keeps offline.html and its files for a reload without a network. The data of the page is not here: `persist` stores it.
const [CACHE, PAGE] = ['page', '/offline.html'];

addEventListener('install', (event) => event.waitUntil(fetchPage().then(() => skipWaiting())));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || pathname.startsWith('/api/')) return;
  if (request.mode !== 'navigate') event.respondWith(file(request));
  else if (pathname === PAGE) event.respondWith(page());
});

async function page() {
  try {
    return await fetchPage();
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** The page and its files belong together: both are kept, or none. */
async function fetchPage() {
  const response = await fetch(PAGE);
  const html = await response.clone().text();
  const cache = await caches.open(CACHE);
  await cache.addAll(
    [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path),
  );
  await cache.put(PAGE, response.clone());
  return response;
}
