//plimsoll:package pkg/scheduler/framework/plugins/nodename
//plimsoll:wraps node_name.go NodeName.Filter

package nodename

import (
	"context"

	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/util/plimsollscheduler"
)

func (pl *NodeName) Filter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node fwk.NodeInfo) *fwk.Status {
	status := pl.upstreamFilter(ctx, state, pod, node)
	plimsollscheduler.Filter("NodeName", state, pod, nil, node, status, nil)
	return status
}
