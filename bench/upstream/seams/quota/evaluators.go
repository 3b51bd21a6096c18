//plimsoll:package pkg/quota/v1/evaluator/core
//plimsoll:wraps pods.go podEvaluator.Usage
//plimsoll:wraps pods.go podEvaluator.Constraints
//plimsoll:wraps pods.go podEvaluator.Handles
//plimsoll:wraps pods.go podEvaluator.MatchingScopes
//plimsoll:wraps persistent_volume_claims.go pvcEvaluator.Usage
//plimsoll:wraps persistent_volume_claims.go pvcEvaluator.Handles
//plimsoll:wraps persistent_volume_claims.go pvcEvaluator.MatchingScopes
//plimsoll:wraps persistent_volume_claims.go pvcEvaluator.MatchingResources
//plimsoll:wraps services.go serviceEvaluator.Usage
//plimsoll:wraps services.go serviceEvaluator.Handles
//plimsoll:wraps services.go serviceEvaluator.MatchingResources
//plimsoll:wraps resource_claims.go claimEvaluator.Usage
//plimsoll:wraps resource_claims.go claimEvaluator.Handles
//plimsoll:wraps resource_claims.go claimEvaluator.MatchingResources
//plimsoll:before 36 p.claimGetter != nil => true
//plimsoll:before 36 p.claimGetter(claim.Namespace, owner.UID) => []*resourcev1.ResourceClaim(nil), error(nil)

package core

import (
	"time"

	corev1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/plimsollrecord"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/kubernetes/pkg/util/plimsollobjects"
)

func plimsollWrite(call, resource string, fields map[string]any) {
	fields["call"], fields["resource"], fields["gates"] = call, resource, plimsollobjects.Gates()
	plimsollrecord.Write(fields)
}

func plimsollHandles(resource string, a admission.Attributes, out bool) bool {
	plimsollWrite("handles", resource, map[string]any{
		"object": plimsollobjects.Encode(a.GetObject()), "old": plimsollobjects.Encode(a.GetOldObject()),
		"operation": string(a.GetOperation()), "subresource": a.GetSubresource(), "out": out,
	})
	return out
}

func plimsollScopes(
	resource string, item runtime.Object, scopes, out []corev1.ScopedResourceSelectorRequirement, err error,
) ([]corev1.ScopedResourceSelectorRequirement, error) {
	plimsollWrite("scopes", resource, map[string]any{
		"object": plimsollobjects.Encode(item), "scopes": scopes, "out": out, "error": plimsollrecord.Text(err),
	})
	return out, err
}

func plimsollMatching(resource string, items, out []corev1.ResourceName, classes any) []corev1.ResourceName {
	plimsollWrite("tracks", resource, map[string]any{"keys": items, "out": out, "classes": classes})
	return out
}

func (p *podEvaluator) Usage(item runtime.Object) (corev1.ResourceList, error) {
	usage, err := p.upstreamUsage(item)
	plimsollWrite("usage", "pods", map[string]any{
		"object": plimsollobjects.Encode(item), "now": p.clock.Now().UTC().Format(time.RFC3339), "out": usage, "error": plimsollrecord.Text(err),
	})
	return usage, err
}

func (p *podEvaluator) Constraints(required []corev1.ResourceName, item runtime.Object) error {
	err := p.upstreamConstraints(required, item)
	plimsollWrite("constraints", "pods", map[string]any{
		"object": plimsollobjects.Encode(item), "keys": required, "error": plimsollrecord.Text(err),
	})
	return err
}

func (p *podEvaluator) Handles(a admission.Attributes) bool {
	return plimsollHandles("pods", a, p.upstreamHandles(a))
}

func (p *podEvaluator) MatchingScopes(item runtime.Object, scopes []corev1.ScopedResourceSelectorRequirement) ([]corev1.ScopedResourceSelectorRequirement, error) {
	out, err := p.upstreamMatchingScopes(item, scopes)
	return plimsollScopes("pods", item, scopes, out, err)
}

func (p *pvcEvaluator) Usage(item runtime.Object) (corev1.ResourceList, error) {
	usage, err := p.upstreamUsage(item)
	plimsollWrite("usage", "persistentvolumeclaims", map[string]any{
		"object": plimsollobjects.Encode(item), "out": usage, "error": plimsollrecord.Text(err),
	})
	return usage, err
}

func (p *pvcEvaluator) Handles(a admission.Attributes) bool {
	return plimsollHandles("persistentvolumeclaims", a, p.upstreamHandles(a))
}

func (p *pvcEvaluator) MatchingScopes(item runtime.Object, scopes []corev1.ScopedResourceSelectorRequirement) ([]corev1.ScopedResourceSelectorRequirement, error) {
	out, err := p.upstreamMatchingScopes(item, scopes)
	return plimsollScopes("persistentvolumeclaims", item, scopes, out, err)
}

func (p *pvcEvaluator) MatchingResources(items []corev1.ResourceName) []corev1.ResourceName {
	return plimsollMatching("persistentvolumeclaims", items, p.upstreamMatchingResources(items), nil)
}

func (p *serviceEvaluator) Usage(item runtime.Object) (corev1.ResourceList, error) {
	usage, err := p.upstreamUsage(item)
	plimsollWrite("usage", "services", map[string]any{
		"object": plimsollobjects.Encode(item), "out": usage, "error": plimsollrecord.Text(err),
	})
	return usage, err
}

func (p *serviceEvaluator) Handles(a admission.Attributes) bool {
	return plimsollHandles("services", a, p.upstreamHandles(a))
}

func (p *serviceEvaluator) MatchingResources(items []corev1.ResourceName) []corev1.ResourceName {
	return plimsollMatching("services", items, p.upstreamMatchingResources(items), nil)
}

func (p *claimEvaluator) plimsollClasses(names []string) map[string]string {
	classes := map[string]string{}
	for _, name := range names {
		if resource := p.deviceClassMapping.GetExtendedResource(name); resource != "" {
			classes[name] = resource
		}
	}
	return classes
}

func (p *claimEvaluator) Usage(item runtime.Object) (corev1.ResourceList, error) {
	usage, err := p.upstreamUsage(item)
	fields := map[string]any{"object": plimsollobjects.Encode(item), "out": usage, "error": plimsollrecord.Text(err)}
	if claim, converted := toExternalResourceClaimOrError(item); converted == nil {
		names := []string{}
		for _, request := range claim.Spec.Devices.Requests {
			if request.Exactly != nil {
				names = append(names, request.Exactly.DeviceClassName)
			}
			for _, alternative := range request.FirstAvailable {
				names = append(names, alternative.DeviceClassName)
			}
		}
		fields["classes"] = p.plimsollClasses(names)
		if p.podsGetter != nil {
			fields["pods"], _ = p.podsGetter.List(labels.Everything())
		}
		if owner := metav1.GetControllerOfNoCopy(claim); owner != nil && p.claimGetter != nil {
			owned := []*resourcev1.ResourceClaim{}
			owned, _ = p.claimGetter(claim.Namespace, owner.UID)
			fields["owned"] = owned
		}
	}
	plimsollWrite("usage", "resourceclaims", fields)
	return usage, err
}

func (p *claimEvaluator) Handles(a admission.Attributes) bool {
	return plimsollHandles("resourceclaims", a, p.upstreamHandles(a))
}

func (p *claimEvaluator) MatchingResources(items []corev1.ResourceName) []corev1.ResourceName {
	classes := map[string]string{}
	for _, item := range items {
		for _, prefix := range []string{corev1.ResourceImplicitExtendedClaimsPerClass, corev1.DefaultResourceRequestsPrefix} {
			if len(item) <= len(prefix) {
				continue
			}
			rest := string(item[len(prefix):])
			if resource := p.deviceClassMapping.GetExtendedResource(rest); resource != "" {
				classes[rest] = resource
			}
			if class := p.deviceClassMapping.GetDeviceClass(corev1.ResourceName(rest)); class != nil && class.Spec.ExtendedResourceName != nil {
				classes[class.Name] = *class.Spec.ExtendedResourceName
			}
		}
	}
	return plimsollMatching("resourceclaims", items, p.upstreamMatchingResources(items), classes)
}
