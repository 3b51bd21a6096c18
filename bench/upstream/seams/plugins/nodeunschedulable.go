//plimsoll:package pkg/scheduler/framework/plugins/nodeunschedulable
//plimsoll:wraps node_unschedulable.go NodeUnschedulable.Filter

package nodeunschedulable

import (
	"context"

	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/util/plimsollscheduler"
)

func (pl *NodeUnschedulable) Filter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node fwk.NodeInfo) *fwk.Status {
	status := pl.upstreamFilter(ctx, state, pod, node)
	plimsollscheduler.Filter("NodeUnschedulable", state, pod, nil, node, status, nil)
	return status
}
