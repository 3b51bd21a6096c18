//plimsoll:package staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota
//plimsoll:wraps controller.go CheckRequest
//plimsoll:tests staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota
//plimsoll:tests plugin/pkg/admission/resourcequota

package resourcequota

import (
	"errors"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/plimsollrecord"
	"k8s.io/apiserver/pkg/admission"
	resourcequotaapi "k8s.io/apiserver/pkg/admission/plugin/resourcequota/apis/resourcequota"
	quota "k8s.io/apiserver/pkg/quota/v1"
	"k8s.io/kubernetes/pkg/util/plimsollobjects"
)

func CheckRequest(
	quotas []corev1.ResourceQuota, a admission.Attributes, evaluator quota.Evaluator, limited []resourcequotaapi.LimitedResource,
) ([]corev1.ResourceQuota, error) {
	fields := map[string]any{
		"call": "check", "quotas": plimsollrecord.Copy(quotas), "object": plimsollobjects.Encode(a.GetObject()), "old": plimsollobjects.Encode(a.GetOldObject()),
		"resource": a.GetResource().Resource, "group": a.GetResource().Group, "operation": string(a.GetOperation()), "namespace": a.GetNamespace(),
		"subresource": a.GetSubresource(), "limited": plimsollrecord.Copy(limited), "gates": plimsollobjects.Gates(), "now": time.Now().UTC().Format(time.RFC3339),
	}
	out, err := upstreamCheckRequest(quotas, a, evaluator, limited)
	fields["out"], fields["error"] = plimsollrecord.Copy(out), plimsollrecord.Text(err)
	var status apierrors.APIStatus
	if errors.As(err, &status) {
		fields["code"] = status.Status().Code
	}
	plimsollrecord.Write(fields)
	return out, err
}
