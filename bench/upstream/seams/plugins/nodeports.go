//plimsoll:package pkg/scheduler/framework/plugins/nodeports
//plimsoll:wraps node_ports.go NodePorts.Filter
//plimsoll:wraps node_ports.go NodePorts.PreFilter

package nodeports

import (
	"context"

	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/util/plimsollscheduler"
)

func (pl *NodePorts) Filter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node fwk.NodeInfo) *fwk.Status {
	status := pl.upstreamFilter(ctx, state, pod, node)
	plimsollscheduler.Filter("NodePorts", state, pod, nil, node, status, nil)
	return status
}

func (pl *NodePorts) PreFilter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, nodes []fwk.NodeInfo) (*fwk.PreFilterResult, *fwk.Status) {
	result, status := pl.upstreamPreFilter(ctx, state, pod, nodes)
	plimsollscheduler.PreFilter("NodePorts", state, pod, nil, nodes, result, status, nil)
	return result, status
}
