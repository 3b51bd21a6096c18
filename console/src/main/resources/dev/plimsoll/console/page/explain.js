/** The way of a pod through LimitRanges, quotas and nodes, and where it stopped. */
import {html, nothing} from './lit-html/lit-html.js';
import {get, getIfKnown, ApiError} from './api.js';
import {count, omissions, remedies} from './parts.js';
import {reasons} from './reasons.js';
import {stations} from './stations.js';

export const title = 'Explain';

const KINDS = ['Pod', 'Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob', 'ReplicationController'];

export async function load({kind, namespace, name}, signal) {
  if (!kind || !namespace || !name) {
    return {};
  }
  try {
    const [explanation, held] = await Promise.all([
      get('explain', {kind, namespace, name}, signal),
      getIfKnown('held-pods', {namespace}, signal),
    ]);
    const names = new Set(explanation.pods.map((p) => p.name));
    return {
      explanation,
      held: (held.heldPods ?? []).filter((h) => names.has(h.pod)),
      notKnown: held.notKnown,
      decided: await lastDecision(namespace, explanation.pods[0], signal),
    };
  } catch (e) {
    if (e instanceof ApiError && e.status === 404) {
      return {notFound: e.message};
    }
    throw e;
  }
}

/** Returns what the extender answered last when it was asked which nodes may take the pod. */
async function lastDecision(namespace, pod, signal) {
  const {decisions, notKnown} = pod?.exists ? await getIfKnown('decisions', {namespace, pod: pod.name, limit: '100'}, signal) : {};
  return {notKnown, last: decisions?.find((d) => d.verb === 'filter')};
}

export function view({explanation, held, notKnown, decided, notFound}, parameters, {go, redraw}) {
  const submit = (e) => {
    e.preventDefault();
    go(`/explain?${new URLSearchParams(new FormData(e.currentTarget))}`);
  };
  return html`
    <form class="controls" @submit=${submit}>
      <label>kind <select name="kind">${KINDS.map((k) => html`<option ?selected=${k === parameters.kind}>${k}</option>`)}</select></label>
      <label>namespace <input name="namespace" required autocomplete="off" .value=${parameters.namespace ?? ''}></label>
      <label>name <input name="name" required autocomplete="off" .value=${parameters.name ?? ''}></label>
      <button type="submit">Explain</button>
    </form>
    ${notFound ? html`<p class="notice" role="alert">${notFound}</p>` : nothing}
    ${notKnown ? html`<p class="notice" role="note">Held pods: ${notKnown}</p>` : nothing}
    ${explanation ? html`${held.map((h) => html`<p class="notice" role="note">Held by the extender: <code>${h.pod}</code>: ${h.message}</p>`)}${told(explanation, held, decided, redraw)}` : nothing}`;
}

function told(e, held, decided, redraw) {
  return html`${omissions(e)}
    <section class="card"><h2>${e.summary}</h2>
      ${stations(e, held.find((h) => h.pod === e.pods[0]?.name), decided)}
      ${e.pods.map((p) => html`<p><span class="verdict">${p.verdict}</span> ${p.count > 1 ? `${count(p.count, 'pod')}, such as ` : ''}<code>${p.name}</code>${p.exists ? '' : ', which does not exist yet'}${p.node ? html` on <code>${p.node}</code>` : nothing}${p.message ? html`: ${p.message}` : nothing}</p>
        ${p.notes.map((n) => html`<p class="quiet">${n}</p>`)}`)}
      ${e.recordedEvent ? html`<p class="quiet">Recorded by the cluster: ${e.recordedEvent.reason}: ${e.recordedEvent.message}</p>` : nothing}
    </section>
    ${e.placement && e.placement.nodes.length + e.placement.feasible.length > 0 ? reasons(e.placement, redraw) : nothing}
    ${e.gaps.map((g) => html`<section class="card"><h2>${g.kind}</h2><p>${g.message}</p>${remedies(g)}</section>`)}`;
}
