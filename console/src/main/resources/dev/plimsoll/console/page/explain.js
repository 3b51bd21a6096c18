/** The way of a pod through LimitRanges, quotas and nodes, and where it stopped. */
import {html, nothing} from './lit-html/lit-html.js';
import {get, getIfKnown, ApiError} from './api.js';
import {count, omissions, remedies} from './parts.js';
import {reasons} from './reasons.js';

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
    return {explanation, held: (held.heldPods ?? []).filter((h) => names.has(h.pod)), notKnown: held.notKnown};
  } catch (e) {
    if (e instanceof ApiError && e.status === 404) {
      return {notFound: e.message};
    }
    throw e;
  }
}

export function view({explanation, held, notKnown, notFound}, parameters, {go, redraw}) {
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
    ${explanation ? html`${held.map((h) => html`<p class="notice" role="note">Held by the extender: <code>${h.pod}</code>: ${h.message}</p>`)}${told(explanation, held, notKnown, redraw)}` : nothing}`;
}

function told(e, held, notKnown, redraw) {
  return html`${omissions(e)}
    <section class="card"><h2>${e.summary}</h2>
      ${stations(e, held, notKnown)}
      ${e.pods.map((p) => html`<p><span class="verdict">${p.verdict}</span> ${p.count > 1 ? `${count(p.count, 'pod')}, such as ` : ''}<code>${p.name}</code>${p.exists ? '' : ', which does not exist yet'}${p.node ? html` on <code>${p.node}</code>` : nothing}${p.message ? html`: ${p.message}` : nothing}</p>
        ${p.notes.map((n) => html`<p class="quiet">${n}</p>`)}`)}
      ${e.recordedEvent ? html`<p class="quiet">Recorded by the cluster: ${e.recordedEvent.reason}: ${e.recordedEvent.message}</p>` : nothing}
    </section>
    ${e.placement && e.placement.nodes.length + e.placement.feasible.length > 0 ? reasons(e.placement, redraw) : nothing}
    ${e.gaps.map((g) => html`<section class="card"><h2>${g.kind}</h2><p>${g.message}</p>${remedies(g)}</section>`)}`;
}

/** Each station is passed, is where it stopped, was not reached, or isn't known. */
function stations(e, held, notKnown) {
  const denied = e.admission && !e.admission.allowed;
  const byQuota = denied && e.admission.quotas.some((q) => q.exceeded);
  const placed = e.verdict === 'Placed' || e.verdict === 'Runs';
  const limits = e.admission?.limitRanges ?? [];
  const feasible = e.placement?.feasible.length ?? 0;
  const steps = [
    ['LimitRange', admission(e, denied && !byQuota), denied && !byQuota ? e.admission.message : limits.length > 0 ? `sets ${limits.map((l) => `${l.field} ${l.resource}=${l.value}`).join(', ')}` : 'no LimitRange changes it'],
    ['Quota', !e.admission || (denied && !byQuota) ? 'unreached' : byQuota ? 'stopped' : 'passed', (e.admission?.quotas ?? []).map((q) => `${q.name} ${q.key}: ${q.used} used + ${q.requested} of ${q.hard}`).join('; ') || 'no quota counts it'],
    ['Share', denied ? 'unreached' : held.length > 0 ? 'stopped' : notKnown ? 'unknown' : 'passed', held[0]?.message ?? notKnown ?? 'the extender holds no pod of it'],
    ['Nodes', denied || (held.length > 0 && feasible > 0) ? 'unreached' : placed ? 'passed' : e.verdict === 'Unknown' ? 'unknown' : 'stopped', e.placement ? `${count(feasible, 'node')} would take it` : 'not looked at'],
  ];
  return html`<ol class="stations" aria-label="Where it stopped">
    ${steps.map(([name, how, text]) => html`<li class="${how}"><strong>${name}</strong> <span class="how">${how}</span><p>${text}</p></li>`)}
  </ol>`;
}

function admission(e, isStopped) {
  return !e.admission ? 'unknown' : isStopped ? 'stopped' : 'passed';
}
