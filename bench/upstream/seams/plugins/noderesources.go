//plimsoll:package pkg/scheduler/framework/plugins/noderesources
//plimsoll:wraps fit.go Fit.Filter
//plimsoll:wraps fit.go Fit.PreFilter

package noderesources

import (
	"context"

	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/util/plimsollscheduler"
)

func (pl *Fit) Filter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node fwk.NodeInfo) *fwk.Status {
	status := pl.upstreamFilter(ctx, state, pod, node)
	plimsollscheduler.Filter("NodeResourcesFit", state, pod, nil, node, status, pl.plimsollFields(pod))
	return status
}

func (pl *Fit) PreFilter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, nodes []fwk.NodeInfo) (*fwk.PreFilterResult, *fwk.Status) {
	result, status := pl.upstreamPreFilter(ctx, state, pod, nodes)
	plimsollscheduler.PreFilter("NodeResourcesFit", state, pod, nil, nodes, result, status, pl.plimsollFields(pod))
	return result, status
}

func (pl *Fit) plimsollFields(pod *v1.Pod) plimsollscheduler.Fields {
	classes := map[string]string{}
	if pl.enableDRAExtendedResource && pl.handle != nil && pl.handle.SharedDRAManager() != nil {
		for _, container := range append(append([]v1.Container{}, pod.Spec.Containers...), pod.Spec.InitContainers...) {
			for name := range container.Resources.Requests {
				if class := pl.handle.SharedDRAManager().DeviceClassResolver().GetDeviceClass(name); class != nil {
					classes[class.Name] = string(name)
				}
			}
		}
	}
	return plimsollscheduler.Fields{
		"ignoredResources": plimsollscheduler.Sorted(pl.ignoredResources.UnsortedList()), "ignoredResourceGroups": plimsollscheduler.Sorted(pl.ignoredResourceGroups.UnsortedList()),
		"classes": classes,
		"gates": map[string]bool{
			"DRAExtendedResource": pl.enableDRAExtendedResource, "PodLevelResources": pl.enablePodLevelResources,
		},
		"flags": map[string]bool{
			"SidecarContainers": pl.enableSidecarContainers, "InPlacePodVerticalScaling": pl.enableInPlacePodVerticalScaling,
		},
	}
}
