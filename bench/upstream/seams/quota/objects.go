//plimsoll:package pkg/util/plimsollobjects

// Package plimsollobjects encodes internal objects as the API has them.
package plimsollobjects

import (
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/plimsollrecord"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
	"k8s.io/kubernetes/pkg/apis/core"
	apiv1 "k8s.io/kubernetes/pkg/apis/core/v1"
	"k8s.io/kubernetes/pkg/apis/resource"
	apiresourcev1 "k8s.io/kubernetes/pkg/apis/resource/v1"
)

var gates = []featuregate.Feature{
	"DynamicResourceAllocation", "DRAExtendedResource", "InPlacePodVerticalScaling", "PodLevelResources", "RecoverVolumeExpansionFailure",
	"VolumeAttributesClass", "InPlacePodLevelResourcesVerticalScaling",
}

// Gates returns the feature gates that the tests set.
func Gates() map[string]bool {
	set := map[string]bool{}
	known := utilfeature.DefaultMutableFeatureGate.GetAll()
	for _, gate := range gates {
		if _, ok := known[gate]; ok {
			set[string(gate)] = utilfeature.DefaultFeatureGate.Enabled(gate)
		}
	}
	return set
}

// Encode returns the object with its kind; nil for other objects than those of quota.
func Encode(object runtime.Object) json.RawMessage {
	var err error
	switch typed := object.(type) {
	case *core.Pod:
		out := &corev1.Pod{}
		err = apiv1.Convert_core_Pod_To_v1_Pod(typed.DeepCopy(), out, nil)
		object = out
	case *core.Service:
		out := &corev1.Service{}
		err = apiv1.Convert_core_Service_To_v1_Service(typed.DeepCopy(), out, nil)
		object = out
	case *core.PersistentVolumeClaim:
		out := &corev1.PersistentVolumeClaim{}
		err = apiv1.Convert_core_PersistentVolumeClaim_To_v1_PersistentVolumeClaim(typed.DeepCopy(), out, nil)
		object = out
	case *resource.ResourceClaim:
		out := &resourcev1.ResourceClaim{}
		err = apiresourcev1.Convert_resource_ResourceClaim_To_v1_ResourceClaim(typed.DeepCopy(), out, nil)
		object = out
	}
	if err != nil {
		return plimsollrecord.Copy(map[string]string{"unencodable": err.Error()})
	}
	switch typed := object.(type) {
	case *corev1.Pod:
		return kinded(typed.DeepCopy(), "v1", "Pod")
	case *corev1.Service:
		return kinded(typed.DeepCopy(), "v1", "Service")
	case *corev1.PersistentVolumeClaim:
		return kinded(typed.DeepCopy(), "v1", "PersistentVolumeClaim")
	case *resourcev1.ResourceClaim:
		return kinded(typed.DeepCopy(), "resource.k8s.io/v1", "ResourceClaim")
	}
	return json.RawMessage("null")
}

func kinded(object any, version, kind string) json.RawMessage {
	fields := map[string]any{}
	if err := json.Unmarshal(plimsollrecord.Copy(object), &fields); err != nil {
		panic(err)
	}
	fields["apiVersion"], fields["kind"] = version, kind
	return plimsollrecord.Copy(fields)
}
