/** Asks the API with the caller's token, which is kept for this tab only. */
const KEY = 'plimsoll.token';
const SHORTEST_PAUSE = 5;
const SELDOM = 5 * 60_000;

/** What was answered to the caller and doesn't change often. */
const seldom = new Map();

/** What the service didn't answer as hoped. */
export class ApiError extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

export function setToken(token) {
  seldom.clear();
  sessionStorage.setItem(KEY, token);
}

export function hasToken() {
  return (sessionStorage.getItem(KEY) ?? '') !== '';
}

function headers() {
  const token = sessionStorage.getItem(KEY) ?? '';
  return token === '' ? {} : {Authorization: `Bearer ${token}`};
}

/** Asks a path below /api/v1; parameters that are empty are left out. */
function ask(path, parameters, signal) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, v]) => v));
  const address = `/api/v1/${path}${query.size > 0 ? `?${query}` : ''}`;
  return fetch(address, {headers: headers(), signal}).catch((e) => {
    throw e.name === 'AbortError' ? e : new ApiError(0, 'The service does not answer.');
  });
}

/** Saves the answer of a path as a file; done here, since a link can't send a token. */
export async function download(path, name) {
  save(await file(path, undefined), name);
}

/** Returns the answer of a path as it came; an image can't send a token either. */
export async function file(path, signal) {
  const response = await ask(path, {}, signal);
  if (!response.ok) {
    throw new ApiError(response.status, (await response.json()).error);
  }
  return response.blob();
}

/** Saves a blob as a file. */
export function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Returns the JSON of a path below /api/v1; parameters that are empty are left out. */
export async function get(path, parameters = {}, signal = undefined) {
  const response = await ask(path, parameters, signal);
  const type = response.headers.get('Content-Type') ?? '';
  const body = type.startsWith('application/json') ? await response.json() : {};
  if (!response.ok) {
    throw new ApiError(response.status, body.error ?? `HTTP ${response.status}`);
  }
  return body;
}

/** Returns the JSON, or what to show instead where the caller may not see it. */
export async function getIfAllowed(path, parameters, signal, instead) {
  try {
    return await get(path, parameters, signal);
  } catch (e) {
    if (e instanceof ApiError && (e.status === 403 || e.status === 404)) {
      return instead;
    }
    throw e;
  }
}

/** Returns the JSON; what of it may not be seen or isn't known here is told as notKnown instead. */
export async function getIfKnown(path, parameters, signal) {
  try {
    return await get(path, parameters, signal);
  } catch (e) {
    if (e instanceof ApiError && [403, 404, 501, 502, 503].includes(e.status)) {
      return {notKnown: e.message};
    }
    throw e;
  }
}

/** Returns the same, asked anew after minutes only if it was known. */
export async function getSeldomIfKnown(path, signal) {
  const kept = seldom.get(path);
  if (kept !== undefined && Date.now() - kept.time < SELDOM) {
    return kept.answer;
  }
  const answer = await getIfKnown(path, {}, signal);
  if (answer.notKnown === undefined && !signal.aborted) {
    seldom.set(path, {time: Date.now(), answer});
  }
  return answer;
}

/**
 * Calls back at each event of the service until the signal is aborted, also after interruptions,
 * and with why there is none now, or empty where there is. Done by fetch, since an EventSource
 * can't send a token.
 */
export async function listen(changed, interrupted, signal) {
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    let pause = SHORTEST_PAUSE;
    try {
      const response = await fetch('/api/v1/events', {headers: headers(), signal, cache: 'no-store'});
      pause = Number(response.headers.get('Retry-After')) || SHORTEST_PAUSE;
      if (response.ok) {
        interrupted('');
        if (!isFirst) {
          changed();
        }
        await read(response.body, changed);
      } else {
        interrupted(await reason(response));
        if (![429, 503].includes(response.status)) {
          return;
        }
      }
    } catch (e) {
      if (signal.aborted) {
        return;
      }
      interrupted('the service does not answer');
    }
    await new Promise((resolve) => setTimeout(resolve, pause * 1000));
  }
}

async function reason(response) {
  const body = await response.json().catch(() => ({}));
  return body.error ?? `HTTP ${response.status}`;
}

async function read(body, changed) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    text += read.value;
    if (text.includes('event: changed')) {
      changed();
      text = '';
    }
    text = text.slice(-20);
  }
}
