//plimsoll:package pkg/scheduler/framework/plugins/nodeaffinity
//plimsoll:wraps node_affinity.go NodeAffinity.Filter
//plimsoll:wraps node_affinity.go NodeAffinity.PreFilter

package nodeaffinity

import (
	"context"

	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/util/plimsollscheduler"
)

func (pl *NodeAffinity) Filter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node fwk.NodeInfo) *fwk.Status {
	status := pl.upstreamFilter(ctx, state, pod, node)
	plimsollscheduler.Filter("NodeAffinity", state, pod, nil, node, status, pl.plimsollFields(pod))
	return status
}

func (pl *NodeAffinity) PreFilter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, nodes []fwk.NodeInfo) (*fwk.PreFilterResult, *fwk.Status) {
	result, status := pl.upstreamPreFilter(ctx, state, pod, nodes)
	plimsollscheduler.PreFilter("NodeAffinity", state, pod, nil, nodes, result, status, pl.plimsollFields(pod))
	return result, status
}

func (pl *NodeAffinity) plimsollFields(*v1.Pod) plimsollscheduler.Fields {
	return plimsollscheduler.Fields{"addedAffinity": pl.addedNodeSelector != nil}
}
