/** Shows the view that the address names, and keeps it current. */
import {html, nothing, render} from './lit-html/lit-html.js';
import {ApiError, getIfKnown, hasToken, listen, setToken} from './api.js';
import * as overview from './overview.js';
import * as nodes from './nodes.js';
import * as tenants from './tenants.js';
import * as gaps from './gaps.js';
import * as explain from './explain.js';
import * as hours from './hours.js';
import * as advice from './advice.js';
import * as decisions from './decisions.js';

const VIEWS = {
  '/': overview,
  '/nodes': nodes,
  '/tenants': tenants,
  '/gaps': gaps,
  '/explain': explain,
  '/hours': hours,
  '/advice': advice,
  '/decisions': decisions,
};
const CHANGES_AT_MOST_EVERY = 2000;
const HEALTH_EVERY = 5000;
/** Ages and gaps also depend on the time, without any change of the cluster. */
const OLDEST = 60_000;

let shown = {state: 'loading', busy: true};
let loading = new AbortController();
let outdated = false;
let listening = new AbortController();
let lastChange = 0;
let loadedAt = 0;
let interruption = '';
let silence = '';

function current() {
  return {
    path: location.pathname,
    view: VIEWS[location.pathname],
    parameters: Object.fromEntries(new URLSearchParams(location.search)),
  };
}

function go(address) {
  if (address !== location.pathname + location.search) {
    history.pushState(null, '', address);
  }
  load();
  window.scrollTo(0, 0);
}

/** WebKit allows 100 changes of the address in 10 seconds; a later change is then tried again. */
let settingAgain;

/** Notes in the address what was chosen, and draws by it; nothing is loaded for that. */
function set(name, value) {
  const query = new URLSearchParams(location.search);
  query.delete(name);
  if (value) {
    query.set(name, value);
  }
  clearTimeout(settingAgain);
  try {
    history.replaceState(null, '', `${location.pathname}${query.size > 0 ? `?${query}` : ''}`);
  } catch {
    settingAgain = setTimeout(() => set(name, value), 1000);
  }
  draw();
}

/** Loads what the view shows; what is there stays until it has come. */
async function load({quietly = false} = {}) {
  loading.abort();
  loading = new AbortController();
  const {path, view, parameters} = current();
  if (!quietly) {
    shown = shown.path === path && view.keepsWhileLoading ? {...shown, busy: true} : {state: 'loading', busy: true, path};
    draw();
  }
  const signal = loading.signal;
  try {
    shown = {state: 'loaded', path, ...timed(await view.load(parameters, signal))};
    loadedAt = Date.now();
  } catch (e) {
    if (signal.aborted) {
      return;
    }
    shown = {...shown, busy: false, state: shown.data !== undefined && quietly ? 'loaded' : 'failed', path, error: e};
  }
  if (!signal.aborted) {
    draw();
  }
}

function draw() {
  const {path, view, parameters} = current();
  document.title = `${view.title} – Plimsoll`;
  render(page(path, view, parameters), document.body);
  if (shown.state === 'loaded') {
    view.drawn?.({redraw: draw});
  }
}

function page(path, view, parameters) {
  return html`
    <a class="skip" href="#main">To the content</a>
    <header>
      <p class="brand"><a href="/">Plimsoll</a></p>
      <nav aria-label="Views">
        <ul>${Object.entries(VIEWS).map(([p, v]) => html`<li><a href="${p}" aria-current="${p === path ? 'page' : nothing}">${v.title}</a></li>`)}</ul>
      </nav>
    </header>
    ${alarm()}
    <main id="main" tabindex="-1" aria-busy="${Boolean(shown.busy)}">
      <h1>${view.title}</h1>
      ${content(view, parameters)}
    </main>
    <footer>
      <p>${shown.times ?? nothing}
      ${interruption && shown.state === 'loaded' ? html`<span role="status">Not live: ${interruption}.</span>` : nothing}
      ${hasToken() ? html`<button type="button" @click=${() => use('')}>Forget the token</button>` : nothing}</p>
    </footer>`;
}

/** Says above all else that what is shown may be old. */
function alarm() {
  const why = interruption === 'the service does not answer' ? 'Plimsoll does not answer' : silence;
  return why ? html`<p class="alarm" role="alert">Not current: ${why}</p>` : nothing;
}

/** Returns the data with what it says of when the cluster was like that, which isn't made anew with each frame. */
function timed(data) {
  const asked = new Date();
  const asOf = [data, ...Object.values(data ?? {})].find((part) => part?.asOf)?.asOf;
  const time = asOf?.startsWith('1970-01-01T00:00:00')
    ? 'The snapshot does not say when it was taken.'
    : html`The cluster as of <time datetime="${asOf}">${new Date(asOf).toLocaleString()}</time>.`;
  return {
    data,
    times: html`${asOf ? time : nothing}
      Asked at <time datetime="${asked.toISOString()}">${asked.toLocaleTimeString()}</time>.`,
  };
}

function content(view, parameters) {
  if (shown.state === 'loading') {
    return html`<p role="status">Loading…</p>`;
  }
  if (shown.state === 'failed') {
    return failure(shown.error);
  }
  return html`${shown.error ? html`<p class="notice" role="alert">Not current: ${shown.error.message}</p>` : nothing}
    ${view.view(shown.data, parameters, {redraw: draw, go, set})}`;
}

function failure(error) {
  if (error instanceof ApiError && error.status === 401) {
    const submit = (e) => {
      e.preventDefault();
      use(new FormData(e.currentTarget).get('token').trim());
    };
    return html`<form class="card" @submit=${submit}>
      <p>${error.message}</p>
      <p>Paste a token of yours, such as <code>kubectl create token ACCOUNT</code> prints. It is kept in this tab only, and shows what your rights in the cluster let you see.</p>
      <label>Token <input type="password" name="token" required autocomplete="off"></label>
      <button type="submit">Show</button>
    </form>`;
  }
  return html`<div class="notice" role="alert"><p>${error.message}</p><button type="button" @click=${() => load()}>Try again</button></div>`;
}

document.addEventListener('click', (e) => {
  const link = e.target.closest('a[href]');
  const plain = e.button === 0 && !e.metaKey && !e.ctrlKey && !e.shiftKey && !e.altKey;
  if (link && plain && link.origin === location.origin && VIEWS[link.pathname] && !link.hash) {
    e.preventDefault();
    go(link.pathname + link.search);
  }
});
window.addEventListener('popstate', () => load());
window.addEventListener('resize', draw);

/** Asks with another token from now on. */
function use(token) {
  setToken(token);
  follow();
  load();
}

/** Loads anew whenever the service says that something has changed. */
function follow() {
  listening.abort();
  listening = new AbortController();
  listen(changed, interrupted, listening.signal);
}

function changed() {
  if (document.hidden) {
    outdated = true;
  } else if (Date.now() - lastChange >= CHANGES_AT_MOST_EVERY) {
    lastChange = Date.now();
    load({quietly: true});
  }
}

function interrupted(why) {
  if (why !== interruption) {
    interruption = why;
    draw();
  }
}

/** Asks whether the service hears of the cluster, which no event can tell. */
async function lookAtHealth() {
  if (!document.hidden) {
    const health = await getIfKnown('health', {}, undefined).catch(() => ({}));
    const now = health.interruption ?? '';
    if (now !== silence) {
      silence = now;
      draw();
    }
  }
  if (shown.state === 'loaded' && Date.now() - loadedAt >= OLDEST) {
    loadedAt = Date.now();
    changed();
  }
  setTimeout(lookAtHealth, HEALTH_EVERY);
}

follow();
lookAtHealth();
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && outdated) {
    outdated = false;
    load({quietly: true});
  }
});

load();
