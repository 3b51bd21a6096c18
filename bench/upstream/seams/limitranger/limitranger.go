//plimsoll:package plugin/pkg/admission/limitranger
//plimsoll:wraps admission.go PodMutateLimitFunc
//plimsoll:wraps admission.go PodValidateLimitFunc
//plimsoll:wraps admission.go PersistentVolumeClaimValidateLimitFunc
//plimsoll:wraps admission.go DefaultLimitRangerActions.SupportsAttributes
//plimsoll:wraps admission.go mergePodResourceRequirements

package limitranger

import (
	"encoding/json"
	"reflect"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/plimsollrecord"
	"k8s.io/apiserver/pkg/admission"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	api "k8s.io/kubernetes/pkg/apis/core"
	apiv1 "k8s.io/kubernetes/pkg/apis/core/v1"
	"k8s.io/kubernetes/pkg/features"
)

func plimsollPod(pod *api.Pod) json.RawMessage {
	v1pod := &corev1.Pod{}
	if err := apiv1.Convert_core_Pod_To_v1_Pod(pod.DeepCopy(), v1pod, nil); err != nil {
		return plimsollrecord.Copy(map[string]string{"unencodable": err.Error()})
	}
	return plimsollrecord.Copy(v1pod)
}

func plimsollClaim(claim *api.PersistentVolumeClaim) json.RawMessage {
	v1claim := &corev1.PersistentVolumeClaim{}
	if err := apiv1.Convert_core_PersistentVolumeClaim_To_v1_PersistentVolumeClaim(claim.DeepCopy(), v1claim, nil); err != nil {
		return plimsollrecord.Copy(map[string]string{"unencodable": err.Error()})
	}
	return plimsollrecord.Copy(v1claim)
}

func plimsollErrors(err error) []string {
	if err == nil {
		return []string{}
	}
	texts := []string{}
	if all, ok := err.(utilerrors.Aggregate); ok {
		for _, each := range all.Errors() {
			texts = append(texts, each.Error())
		}
		return texts
	}
	return append(texts, err.Error())
}

func plimsollGates() map[string]bool {
	return map[string]bool{
		"InPlacePodVerticalScaling": utilfeature.DefaultFeatureGate.Enabled(features.InPlacePodVerticalScaling),
		"PodLevelResources":         utilfeature.DefaultFeatureGate.Enabled(features.PodLevelResources),
	}
}

func PodMutateLimitFunc(limitRange *corev1.LimitRange, pod *api.Pod) error {
	in, limits, shared := plimsollPod(pod), plimsollrecord.Copy(limitRange), plimsollShared(pod)
	err := upstreamPodMutateLimitFunc(limitRange, pod)
	plimsollrecord.Write(map[string]any{"call": "mutate", "limitRange": limits, "pod": in, "out": plimsollPod(pod), "errors": plimsollErrors(err), "shared": shared})
	return err
}

func mergePodResourceRequirements(pod *api.Pod, defaults *api.ResourceRequirements) {
	in, shared := plimsollPod(pod), plimsollShared(pod)
	requirements := corev1.ResourceRequirements{}
	_ = apiv1.Convert_core_ResourceRequirements_To_v1_ResourceRequirements(defaults.DeepCopy(), &requirements, nil)
	limitRange := corev1.LimitRange{Spec: corev1.LimitRangeSpec{Limits: []corev1.LimitRangeItem{
		{Type: corev1.LimitTypeContainer, Default: requirements.Limits, DefaultRequest: requirements.Requests},
	}}}
	upstreammergePodResourceRequirements(pod, defaults)
	plimsollrecord.Write(map[string]any{"call": "mutate", "limitRange": limitRange, "pod": in, "out": plimsollPod(pod), "errors": []string{}, "shared": shared})
}

// Whether two containers have one map of requests or limits, so that what one is given the other has.
func plimsollShared(pod *api.Pod) bool {
	seen := map[uintptr]bool{}
	for _, containers := range [][]api.Container{pod.Spec.Containers, pod.Spec.InitContainers} {
		for i := range containers {
			for _, list := range []api.ResourceList{containers[i].Resources.Requests, containers[i].Resources.Limits} {
				at := reflect.ValueOf(list).Pointer()
				if at != 0 && seen[at] {
					return true
				}
				seen[at] = true
			}
		}
	}
	return false
}

func PodValidateLimitFunc(limitRange *corev1.LimitRange, pod *api.Pod) error {
	in := plimsollPod(pod)
	err := upstreamPodValidateLimitFunc(limitRange, pod)
	plimsollrecord.Write(map[string]any{"call": "validate", "kind": "Pod", "limitRange": limitRange, "object": in, "errors": plimsollErrors(err), "gates": plimsollGates()})
	return err
}

func PersistentVolumeClaimValidateLimitFunc(limitRange *corev1.LimitRange, claim *api.PersistentVolumeClaim) error {
	in := plimsollClaim(claim)
	err := upstreamPersistentVolumeClaimValidateLimitFunc(limitRange, claim)
	plimsollrecord.Write(map[string]any{"call": "validate", "kind": "PersistentVolumeClaim", "limitRange": limitRange, "object": in, "errors": plimsollErrors(err), "gates": plimsollGates()})
	return err
}

func (d *DefaultLimitRangerActions) SupportsAttributes(a admission.Attributes) bool {
	supports := d.upstreamSupportsAttributes(a)
	plimsollrecord.Write(map[string]any{
		"call": "handles", "object": plimsollObject(a.GetObject()), "resource": a.GetResource().Resource,
		"operation": string(a.GetOperation()), "subresource": a.GetSubresource(), "out": supports, "gates": plimsollGates(),
	})
	return supports
}

func plimsollObject(object runtime.Object) any {
	switch typed := object.(type) {
	case *api.Pod:
		return plimsollPod(typed)
	case *api.PersistentVolumeClaim:
		return plimsollClaim(typed)
	}
	return nil
}
