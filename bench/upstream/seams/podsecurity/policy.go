//plimsoll:package staging/src/k8s.io/pod-security-admission/policy
//plimsoll:enters check_*.go podMetadata,podSpec PlimsollFed(podMetadata, podSpec)
//plimsoll:before 35 NewEvaluator(DefaultChecks(), nil) => NewEvaluator(DefaultChecks())

package policy

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/plimsollrecord"
	"k8s.io/pod-security-admission/api"
)

// The newest minor version whose standards are asked for. A model of an older version ignores what is above it.
const plimsollNewest = 36

var (
	plimsollLock sync.Mutex
	plimsollSeen = map[string]bool{}
)

// PlimsollFed writes what each level of each version says of a pod that a test gives to a check.
func PlimsollFed(metadata *metav1.ObjectMeta, spec *corev1.PodSpec) {
	if metadata == nil || spec == nil {
		return
	}
	pod := plimsollrecord.Copy(corev1.Pod{ObjectMeta: *metadata, Spec: *spec})
	plimsollLock.Lock()
	seen := plimsollSeen[string(pod)]
	plimsollSeen[string(pod)] = true
	plimsollLock.Unlock()
	if seen {
		return
	}
	evaluator, err := NewEvaluator(DefaultChecks(), nil)
	if err != nil {
		panic(err)
	}
	for _, level := range []api.Level{api.LevelBaseline, api.LevelRestricted} {
		for minor := 0; minor <= plimsollNewest; minor++ {
			result := AggregateCheckResults(evaluator.EvaluatePod(api.LevelVersion{Level: level, Version: api.MajorMinorVersion(1, minor)}, metadata, spec))
			plimsollrecord.Write(map[string]any{"call": "evaluate", "pod": pod, "level": string(level), "minor": minor, "out": result.ForbiddenDetail()})
		}
	}
}
