//plimsoll:package pkg/scheduler/framework/plugins/nodevolumelimits
//plimsoll:wraps csi.go CSILimits.Filter
//plimsoll:wraps csi.go CSILimits.PreFilter
//plimsoll:before 36 pl.vaIndexer != nil => pl.vaLister != nil
//plimsoll:before 36 pl.vaIndexer.List() => plimsollscheduler.List(pl.vaLister)

package nodevolumelimits

import (
	"context"

	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/util/plimsollscheduler"
)

func (pl *CSILimits) Filter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node fwk.NodeInfo) *fwk.Status {
	status := pl.upstreamFilter(ctx, state, pod, node)
	plimsollscheduler.Filter("NodeVolumeLimits", state, pod, nil, node, status, pl.plimsollFields(node.Node()))
	return status
}

func (pl *CSILimits) PreFilter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, nodes []fwk.NodeInfo) (*fwk.PreFilterResult, *fwk.Status) {
	result, status := pl.upstreamPreFilter(ctx, state, pod, nodes)
	plimsollscheduler.PreFilter("NodeVolumeLimits", state, pod, nil, nodes, result, status, pl.plimsollFields(nil))
	return result, status
}

func (pl *CSILimits) plimsollFields(node *v1.Node) plimsollscheduler.Fields {
	nodes := []any{}
	if node != nil {
		if csiNode, err := pl.csiManager.CSINodes().Get(node.Name); err == nil && csiNode != nil {
			nodes = append(nodes, csiNode)
		}
	}
	var attachments any = []any{}
	if pl.vaIndexer != nil {
		attachments = pl.vaIndexer.List()
	}
	return plimsollscheduler.Fields{
		"PersistentVolume": plimsollscheduler.List(pl.pvLister), "PersistentVolumeClaim": plimsollscheduler.List(pl.pvcLister),
		"StorageClass": plimsollscheduler.List(pl.scLister), "VolumeAttachment": attachments, "CSINode": nodes,
		"flags": map[string]bool{"VolumeLimitScaling": pl.enableVolumeLimitScaling},
	}
}
