//plimsoll:package pkg/scheduler/framework/plugins/volumezone
//plimsoll:wraps volume_zone.go VolumeZone.Filter
//plimsoll:wraps volume_zone.go VolumeZone.PreFilter

package volumezone

import (
	"context"

	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/util/plimsollscheduler"
)

func (pl *VolumeZone) Filter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node fwk.NodeInfo) *fwk.Status {
	status := pl.upstreamFilter(ctx, state, pod, node)
	plimsollscheduler.Filter("VolumeZone", state, pod, nil, node, status, pl.plimsollFields(pod))
	return status
}

func (pl *VolumeZone) PreFilter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, nodes []fwk.NodeInfo) (*fwk.PreFilterResult, *fwk.Status) {
	result, status := pl.upstreamPreFilter(ctx, state, pod, nodes)
	plimsollscheduler.PreFilter("VolumeZone", state, pod, nil, nodes, result, status, pl.plimsollFields(pod))
	return result, status
}

func (pl *VolumeZone) plimsollFields(*v1.Pod) plimsollscheduler.Fields {
	return plimsollscheduler.Fields{
		"PersistentVolume": plimsollscheduler.List(pl.pvLister), "PersistentVolumeClaim": plimsollscheduler.List(pl.pvcLister),
		"StorageClass": plimsollscheduler.List(pl.scLister),
	}
}
