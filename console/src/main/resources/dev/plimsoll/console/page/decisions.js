/** What the extender holds, and what it has decided lately: who was held, why, for how long. */
import {html, nothing} from './lit-html/lit-html.js';
import {getIfKnown} from './api.js';
import {count, duration, explainAddress, second, table} from './parts.js';

export const title = 'Decisions';

export async function load({namespace}, signal) {
  const [decided, held] = await Promise.all([
    getIfKnown('decisions', {namespace, limit: '200'}, signal),
    getIfKnown('held-pods', {namespace}, signal),
  ]);
  return {decisions: decided.decisions ?? [], notKnown: decided.notKnown, held};
}

export function view({decisions, notKnown, held}, {namespace}) {
  const where = namespace ? ` in namespace ${namespace}` : '';
  if (notKnown) {
    return html`<p class="notice" role="note">${notKnown}</p>
      <p>Why a pod waits is in <a href="/explain">Explain</a>, by the same rules.</p>`;
  }
  return html`${heldPods(held, where)}${decisions.length === 0 ? html`<p>The extender keeps no decision about pods that you may see${where}. Decisions are here once kube-scheduler asks it about a pod; why a pod waits is in <a href="/explain">Explain</a>.</p>` : latest(decisions)}`;
}

function heldPods({heldPods, notKnown}, where) {
  if (notKnown) {
    return html`<p class="notice" role="note">Held pods: ${notKnown}</p>`;
  }
  if (heldPods.length === 0) {
    return html`<p>The extender holds no pod that you may see${where}.</p>`;
  }
  return html`<section class="card" aria-labelledby="held"><h2 id="held">Held now: ${count(heldPods.length, 'pod')}</h2>
    ${table('The held pods', html`
      <thead><tr><th scope="col">Pod</th><th scope="col">Why</th><th scope="col">Since</th><th scope="col" class="number">For</th></tr></thead>
      <tbody>${heldPods.map((h) => html`<tr>
        <th scope="row">${pod(h)}</th><td>${h.message}</td>
        <td><time datetime="${h.since}">${h.since}</time></td><td class="number">${duration(h.heldSeconds)}</td>
      </tr>`)}</tbody>
    `)}<p class="quiet">Since then this replica of the extender knows that they are held; before a restart or a take-over they may have been held longer.</p></section>`;
}

function latest(decisions) {
  return html`${table('The latest decisions', html`
    <caption>The latest decisions</caption>
    <thead><tr><th scope="col">Time</th><th scope="col">Verb</th><th scope="col">Pod</th><th scope="col">Decision</th><th scope="col" class="number">Nodes</th><th scope="col" class="number">Took</th></tr></thead>
    <tbody>${decisions.map((d) => html`<tr>
      <td><time datetime="${d.time}">${second(d.time)}</time></td><td>${d.verb}</td>
      <td>${pod(d)}</td>
      <td>${d.decision}${d.held ? html`<br><span class="quiet">held: ${d.held}</span>` : nothing}${before(d)}</td><td class="number">${d.passing} of ${d.nodes}</td><td class="number">${(d.durationSeconds * 1000).toFixed(2)} ms</td>
    </tr>`)}</tbody>
  `)}`;
}

function before(d) {
  return d.heldSeconds === undefined ? nothing : html`<br><span class="quiet">had been held for ${duration(d.heldSeconds)}</span>`;
}

function pod({namespace, pod: name}) {
  return html`<a href="${explainAddress({kind: 'Pod', namespace, name})}">${namespace}/${name}</a>`;
}
