/** Writes a QuotaRequest for what a tenant wants to have; the page itself sends none. */
import {html, render} from './lit-html/lit-html.js';
import {save} from './api.js';
import {copyButton} from './parts.js';

const LONGEST_REASON = 1024;

/** Returns a form that makes the manifest for one of the namespaces. */
export function requestMore(resource, namespaces) {
  const submit = (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = manifest(resource, Object.fromEntries(new FormData(form)), new Date());
    render(made(text), form.nextElementSibling);
  };
  return html`<details class="request"><summary>Request more</summary>
    <form class="controls" @submit=${submit}>
      <label>namespace <select name="namespace">${namespaces.map((n) => html`<option>${n}</option>`)}</select></label>
      <label>${resource} the quota should allow <input type="number" name="amount" min="1" step="1" required></label>
      <label>until (for good if empty) <input type="date" name="until"></label>
      <label>reason <input name="reason" required maxlength="${LONGEST_REASON}" autocomplete="off"></label>
      <button type="submit">Write the request</button>
    </form>
    <div role="status"></div>
  </details>`;
}

/** Texts are quoted as JSON, which YAML reads alike. */
function manifest(resource, {namespace, amount, until, reason}, now) {
  const kind = resource.split('/').pop().toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const time = now.toISOString().slice(0, 19).replaceAll(/[^0-9]/g, '');
  return [
    'apiVersion: plimsoll.dev/v1alpha1',
    'kind: QuotaRequest',
    'metadata:',
    `  name: more-${kind}-${time}`,
    `  namespace: ${JSON.stringify(namespace)}`,
    'spec:',
    '  hard:',
    `    ${JSON.stringify(`requests.${resource}`)}: ${JSON.stringify(amount)}`,
    ...(until ? [`  until: "${until}T00:00:00Z"`] : []),
    `  reason: ${JSON.stringify(reason)}`,
    '',
  ].join('\n');
}

function made(text) {
  const file = () => save(new Blob([text], {type: 'application/yaml'}), 'quota-request.yaml');
  return html`<p>Nothing has been sent. Apply it with your own rights: <code>kubectl apply -f quota-request.yaml</code></p>
    <div class="command"><pre tabindex="0"><code>${text}</code></pre>${copyButton(text, 'the request')}</div>
    <p><button type="button" @click=${file}>Download the request</button></p>`;
}
