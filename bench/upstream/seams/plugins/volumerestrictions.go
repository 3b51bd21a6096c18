//plimsoll:package pkg/scheduler/framework/plugins/volumerestrictions
//plimsoll:wraps volume_restrictions.go VolumeRestrictions.Filter
//plimsoll:wraps volume_restrictions.go VolumeRestrictions.PreFilter

package volumerestrictions

import (
	"context"

	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/util/plimsollscheduler"
)

func (pl *VolumeRestrictions) Filter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node fwk.NodeInfo) *fwk.Status {
	status := pl.upstreamFilter(ctx, state, pod, node)
	plimsollscheduler.Filter("VolumeRestrictions", state, pod, pl.sharedLister, node, status, pl.plimsollFields(pod))
	return status
}

func (pl *VolumeRestrictions) PreFilter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, nodes []fwk.NodeInfo) (*fwk.PreFilterResult, *fwk.Status) {
	result, status := pl.upstreamPreFilter(ctx, state, pod, nodes)
	plimsollscheduler.PreFilter("VolumeRestrictions", state, pod, pl.sharedLister, nodes, result, status, pl.plimsollFields(pod))
	return result, status
}

func (pl *VolumeRestrictions) plimsollFields(*v1.Pod) plimsollscheduler.Fields {
	return plimsollscheduler.Fields{"PersistentVolumeClaim": plimsollscheduler.List(pl.pvcLister)}
}
