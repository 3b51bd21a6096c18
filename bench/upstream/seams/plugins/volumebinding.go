//plimsoll:package pkg/scheduler/framework/plugins/volumebinding
//plimsoll:wraps volume_binding.go VolumeBinding.Filter
//plimsoll:wraps volume_binding.go VolumeBinding.PreFilter

package volumebinding

import (
	"context"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/util/plimsollscheduler"
)

func (pl *VolumeBinding) Filter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node fwk.NodeInfo) *fwk.Status {
	status := pl.upstreamFilter(ctx, state, pod, node)
	plimsollscheduler.Filter("VolumeBinding", state, pod, nil, node, status, pl.plimsollFields(pod))
	return status
}

func (pl *VolumeBinding) PreFilter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, nodes []fwk.NodeInfo) (*fwk.PreFilterResult, *fwk.Status) {
	result, status := pl.upstreamPreFilter(ctx, state, pod, nodes)
	plimsollscheduler.PreFilter("VolumeBinding", state, pod, nil, nodes, result, status, pl.plimsollFields(pod))
	return result, status
}

func (pl *VolumeBinding) plimsollFields(*v1.Pod) plimsollscheduler.Fields {
	binder, ok := pl.Binder.(*volumeBinder)
	if !ok {
		return plimsollscheduler.Fields{"fake": true}
	}
	ctx, all := context.Background(), metav1.ListOptions{}
	volumes, _ := binder.kubeClient.CoreV1().PersistentVolumes().List(ctx, all)
	claims, _ := binder.kubeClient.CoreV1().PersistentVolumeClaims("").List(ctx, all)
	classes, _ := binder.kubeClient.StorageV1().StorageClasses().List(ctx, all)
	nodes, _ := binder.kubeClient.StorageV1().CSINodes().List(ctx, all)
	capacities, _ := binder.kubeClient.StorageV1().CSIStorageCapacities("").List(ctx, all)
	return plimsollscheduler.Fields{
		"PersistentVolume": volumes.Items, "PersistentVolumeClaim": claims.Items, "StorageClass": classes.Items, "CSINode": nodes.Items,
		"capacities": len(capacities.Items),
	}
}
