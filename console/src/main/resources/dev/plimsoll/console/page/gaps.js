/** Why what may run and what can run differ, with what would help. */
import {html, nothing} from './lit-html/lit-html.js';
import {repeat} from './lit-html/directives/repeat.js';
import {get} from './api.js';
import {choice, cost, count, explainAddress, exportButton, isFound, omissions, remedies, search} from './parts.js';

export const title = 'Gaps';

/** The filters act on what is there. */
export const keepsWhileLoading = true;

export async function load({namespace}, signal) {
  return get('gaps', {namespace}, signal);
}

const FILTERS = [
  ['severity', (g) => g.severity],
  ['kind', (g) => g.kind],
];

/** The service sends the costliest first. */
const ORDERS = {
  '': ['cost', undefined],
  pods: ['pods', (a, b) => b.pods - a.pods],
  since: ['oldest', (a, b) => (a.cost.since ?? '~').localeCompare(b.cost.since ?? '~')],
  namespace: ['namespace', (a, b) => a.namespace.localeCompare(b.namespace)],
};

function label(g) {
  return [g.object.kind.toLowerCase(), g.object.name].filter(Boolean).join('/');
}

export function view(report, parameters, {go, set}) {
  const order = ORDERS[parameters.sort ?? '']?.[1];
  const found = report.gaps
    .filter((g) => FILTERS.every(([name, of]) => !parameters[name] || of(g) === parameters[name]))
    .filter((g) => isFound(`${g.kind} ${g.namespace} ${label(g)} ${g.resource} ${g.message}`, parameters));
  const shown = order ? [...found].sort(order) : found;
  const load = (name, value) => {
    const query = new URLSearchParams(Object.entries({...parameters, [name]: value}).filter(([, v]) => v));
    go(`/gaps${query.size > 0 ? `?${query}` : ''}`);
  };
  const all = (values) => [['', 'all'], ...[...new Set(values)].filter(Boolean).sort().map((v) => [v, v])];
  return html`${omissions(report)}
    ${report.unknowns.length > 0 ? html`<p class="notice" role="note">${count(report.unknowns.length, 'question')} could not be answered, since not all was read.</p>` : nothing}
    <form class="controls" @submit=${(e) => e.preventDefault()}>
      ${search(parameters, 'kind, namespace, object, text', set)}
      ${FILTERS.map(([name, of]) => choice(name, name, all(report.gaps.map(of)), parameters[name], set))}
      ${choice('namespace', 'namespace', all([parameters.namespace, ...report.gaps.map((g) => g.namespace)]), parameters.namespace, load)}
      ${choice('sort', 'sort by', Object.entries(ORDERS).map(([value, [text]]) => [value, text]), parameters.sort, set)}
      ${exportButton('gaps', ['severity', 'kind', 'namespace', 'object', 'resource', 'pods', 'cost', 'since', 'message'],
        () => shown.map((g) => [g.severity, g.kind, g.namespace, label(g), g.resource, g.pods, cost(g), g.cost.since, g.message]))}
      <output aria-live="polite">${shown.length} of ${count(report.gaps.length, 'gap')}</output>
    </form>
    ${report.gaps.length === 0 ? html`<p>No pod waits for want of quota or capacity, as far as it was read.</p>` : nothing}
    ${repeat(shown, (g) => g.id, (g) => gap(g, parameters.id))}`;
}

function gap(g, opened) {
  const address = explainAddress(g.object);
  const name = label(g);
  return html`<details class="gap severity-${g.severity}" id="gap-${g.id}" ?open=${g.id === opened}>
    <summary><span class="severity">${g.severity}</span> <strong>${g.kind}</strong> <span class="object">${g.namespace ? `${g.namespace} ` : ''}${name}</span> <span class="message">${g.message}</span></summary>
    <dl class="evidence">${Object.entries(g.evidence).map(([k, v]) => html`<div><dt>${k}</dt><dd>${v}</dd></div>`)}</dl>
    ${remedies(g)}
    <p>${address ? html`<a href="${address}">Explain ${name}</a>, ` : nothing}<a href="/gaps?id=${g.id}">link to this gap</a></p>
  </details>`;
}
