//plimsoll:package pkg/scheduler/framework/plugins/podtopologyspread
//plimsoll:wraps filtering.go PodTopologySpread.Filter
//plimsoll:wraps filtering.go PodTopologySpread.PreFilter

package podtopologyspread

import (
	"context"

	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/util/plimsollscheduler"
)

func (pl *PodTopologySpread) Filter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node fwk.NodeInfo) *fwk.Status {
	status := pl.upstreamFilter(ctx, state, pod, node)
	plimsollscheduler.Filter("PodTopologySpread", state, pod, pl.sharedLister, node, status, pl.plimsollFields(pod))
	return status
}

func (pl *PodTopologySpread) PreFilter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, nodes []fwk.NodeInfo) (*fwk.PreFilterResult, *fwk.Status) {
	result, status := pl.upstreamPreFilter(ctx, state, pod, nodes)
	plimsollscheduler.PreFilter("PodTopologySpread", state, pod, pl.sharedLister, nodes, result, status, pl.plimsollFields(pod))
	return result, status
}

func (pl *PodTopologySpread) plimsollFields(pod *v1.Pod) plimsollscheduler.Fields {
	fields := plimsollscheduler.Fields{
		"defaultConstraints": pl.defaultConstraints,
		"flags": map[string]bool{
			"NodeInclusionPolicyInPodTopologySpread": pl.enableNodeInclusionPolicyInPodTopologySpread,
			"MatchLabelKeysInPodTopologySpread":      pl.enableMatchLabelKeysInPodTopologySpread,
		},
	}
	if len(pl.defaultConstraints) > 0 && len(pod.Spec.TopologySpreadConstraints) == 0 && pl.services != nil {
		fields["Service"] = plimsollscheduler.List(pl.services)
		fields["ReplicationController"] = plimsollscheduler.List(pl.replicationCtrls)
		fields["ReplicaSet"] = plimsollscheduler.List(pl.replicaSets)
		fields["StatefulSet"] = plimsollscheduler.List(pl.statefulSets)
	}
	return fields
}
