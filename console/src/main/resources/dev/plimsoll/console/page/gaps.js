/** Why what may run and what can run differ, with what would help. */
import {html, nothing} from './lit-html/lit-html.js';
import {get} from './api.js';
import {count, explainAddress, omissions, remedies} from './parts.js';

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

export function view(report, parameters, {go}) {
  const shown = report.gaps.filter((g) => FILTERS.every(([name, of]) => !parameters[name] || of(g) === parameters[name]));
  const choose = (name) => (e) => {
    const query = new URLSearchParams(Object.entries({...parameters, [name]: e.target.value}).filter(([, v]) => v));
    go(`/gaps${query.size > 0 ? `?${query}` : ''}`);
  };
  const namespaces = [...new Set([parameters.namespace, ...report.gaps.map((g) => g.namespace)])].filter(Boolean).sort();
  return html`${omissions(report)}
    ${report.unknowns.length > 0 ? html`<p class="notice" role="note">${count(report.unknowns.length, 'question')} could not be answered, since not all was read.</p>` : nothing}
    <form class="controls" @submit=${(e) => e.preventDefault()}>
      ${FILTERS.map(([name, of]) => select(name, [...new Set(report.gaps.map(of))].sort(), parameters[name], choose(name)))}
      ${select('namespace', namespaces, parameters.namespace, choose('namespace'))}
      <output aria-live="polite">${shown.length} of ${count(report.gaps.length, 'gap')}</output>
    </form>
    ${shown.map((g) => gap(g, parameters.id))}`;
}

function select(name, values, chosen, change) {
  return html`<label>${name} <select @change=${change}>
    <option value="" ?selected=${!chosen}>all</option>
    ${values.map((v) => html`<option value="${v}" ?selected=${v === chosen}>${v}</option>`)}
  </select></label>`;
}

function gap(g, opened) {
  const address = explainAddress(g.object);
  const name = `${g.object.kind.toLowerCase()}/${g.object.name}`;
  return html`<details class="gap severity-${g.severity}" id="gap-${g.id}" ?open=${g.id === opened}>
    <summary><span class="severity">${g.severity}</span> <strong>${g.kind}</strong> <span class="object">${g.namespace ? `${g.namespace} ` : ''}${name}</span> <span class="message">${g.message}</span></summary>
    <dl class="evidence">${Object.entries(g.evidence).map(([k, v]) => html`<div><dt>${k}</dt><dd>${v}</dd></div>`)}</dl>
    ${remedies(g)}
    <p>${address ? html`<a href="${address}">Explain ${name}</a>, ` : nothing}<a href="/gaps?id=${g.id}">link to this gap</a></p>
  </details>`;
}
