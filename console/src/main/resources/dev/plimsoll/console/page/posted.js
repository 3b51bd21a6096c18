/** What an advisor has posted, and what became of it. */
import {html, nothing} from './lit-html/lit-html.js';
import {count, omissions, second, table} from './parts.js';

/** Returns the posted recommendations, a row each, with their derivations below. */
export function posted({recommendations, notKnown, ...report}) {
  if (notKnown) {
    return html`<p class="quiet">Posted recommendations: ${notKnown}.</p>`;
  }
  return html`<section class="card" aria-labelledby="posted">
    <h2 id="posted">Posted by an advisor</h2>
    ${omissions(report)}
    ${recommendations.length === 0
      ? html`<p>No QuotaRecommendation is posted in a namespace that you may see.</p>`
      : html`${table('Posted recommendations', html`
          <thead><tr><th scope="col">Quota</th><th scope="col">Key</th><th scope="col" class="number">Now</th><th scope="col" class="number">Used</th><th scope="col" class="number">Proposed</th><th scope="col">Posted</th><th scope="col">What became of it</th></tr></thead>
          <tbody>${recommendations.map(row)}</tbody>
        `)}
        ${recommendations.map(derivation)}`}
  </section>`;
}

function label(r) {
  return `${r.namespace}/${r.resourceQuota}`;
}

function row(r) {
  return html`<tr>
    <th scope="row">${label(r)}<br><span class="quiet">tenant ${r.tenant}, policy ${r.policy}</span></th>
    <td>${r.key}</td><td class="number">${r.now ?? 'none'}</td><td class="number">${r.used ?? 'never'}</td><td class="number">${r.proposed ?? 'dropped'}</td>
    <td>${r.time ? html`<time datetime="${r.time}">${second(r.time)}</time>` : 'not said'}<br><span class="quiet">confidence: ${r.confidence || 'not said'}</span></td>
    <td>${r.conditions.length === 0 ? 'nothing yet' : r.conditions.map(condition)}</td>
  </tr>`;
}

function condition(c) {
  return html`<p class="condition">${c.type}: ${c.status} (${c.reason})${c.lastTransitionTime ? html` since <time datetime="${c.lastTransitionTime}">${second(c.lastTransitionTime)}</time>` : nothing}${c.message ? html`<br><span class="quiet">${c.message}</span>` : nothing}</p>`;
}

function derivation(r) {
  return r.why.length === 0
    ? nothing
    : html`<details><summary>Why ${r.key} of ${label(r)} is ${r.proposed}</summary>
        ${table(`How ${r.key} of ${label(r)} came about when it was posted`, html`
          <thead><tr><th scope="col">Step</th><th scope="col" class="number">Amount</th><th scope="col">Since</th></tr></thead>
          <tbody>${r.why.map((s) => html`<tr><th scope="row">${s.step}</th><td class="number">${s.amount}</td><td>${s.message}</td></tr>`)}</tbody>
        `)}
        <p>${effect(r.effect)}</p></details>`;
}

function effect(e) {
  const kinds = [
    ...(e.gapsClosed.length > 0 ? [`Closed: ${e.gapsClosed.join(', ')}.`] : []),
    ...(e.gapsOpened.length > 0 ? [`Opened: ${e.gapsOpened.join(', ')}.`] : []),
  ];
  return [`All recommendations of the namespace together: ${count(e.podsAdmitted, 'more pod')} admitted, ${count(e.podsPlaced, 'more pod')} placed.`, ...kinds].join(' ');
}
