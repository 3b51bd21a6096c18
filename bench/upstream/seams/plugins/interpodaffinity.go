//plimsoll:package pkg/scheduler/framework/plugins/interpodaffinity
//plimsoll:wraps filtering.go InterPodAffinity.Filter
//plimsoll:wraps filtering.go InterPodAffinity.PreFilter

package interpodaffinity

import (
	"context"

	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/util/plimsollscheduler"
)

func (pl *InterPodAffinity) Filter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node fwk.NodeInfo) *fwk.Status {
	status := pl.upstreamFilter(ctx, state, pod, node)
	plimsollscheduler.Filter("InterPodAffinity", state, pod, pl.sharedLister, node, status, pl.plimsollFields(pod))
	return status
}

func (pl *InterPodAffinity) PreFilter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, nodes []fwk.NodeInfo) (*fwk.PreFilterResult, *fwk.Status) {
	result, status := pl.upstreamPreFilter(ctx, state, pod, nodes)
	plimsollscheduler.PreFilter("InterPodAffinity", state, pod, pl.sharedLister, nodes, result, status, pl.plimsollFields(pod))
	return result, status
}

func (pl *InterPodAffinity) plimsollFields(*v1.Pod) plimsollscheduler.Fields {
	return plimsollscheduler.Fields{"Namespace": plimsollscheduler.List(pl.nsLister)}
}
