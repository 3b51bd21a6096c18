/** What the extender has decided lately: who was held, why, for how long. */
import {html, nothing} from './lit-html/lit-html.js';
import {get} from './api.js';
import {explainAddress, second, table} from './parts.js';

export const title = 'Decisions';

export async function load({namespace}, signal) {
  return get('decisions', {namespace, limit: '200'}, signal);
}

export function view({decisions}, {namespace}) {
  if (decisions.length === 0) {
    return html`<p>The extender keeps no decision about pods that you may see${namespace ? ` in namespace ${namespace}` : ''}.</p>`;
  }
  return html`${table('The latest decisions', html`
    <caption>The latest decisions</caption>
    <thead><tr><th scope="col">Time</th><th scope="col">Verb</th><th scope="col">Pod</th><th scope="col">Decision</th><th scope="col" class="number">Nodes</th><th scope="col" class="number">Took</th></tr></thead>
    <tbody>${decisions.map((d) => html`<tr>
      <td><time datetime="${d.time}">${second(d.time)}</time></td><td>${d.verb}</td>
      <td><a href="${explainAddress({kind: 'Pod', namespace: d.namespace, name: d.pod})}">${d.namespace}/${d.pod}</a></td>
      <td>${d.decision}${d.held ? html`<br><span class="quiet">held: ${d.held}</span>` : nothing}</td><td class="number">${d.passing} of ${d.nodes}</td><td class="number">${(d.durationSeconds * 1000).toFixed(2)} ms</td>
    </tr>`)}</tbody>
  `)}`;
}
