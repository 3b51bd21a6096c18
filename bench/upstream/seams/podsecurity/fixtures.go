//plimsoll:package staging/src/k8s.io/pod-security-admission/test
//plimsoll:wraps fixtures.go getFixtures

package test

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/pod-security-admission/policy"
)

func getFixtures(key fixtureKey) (fixtureData, error) {
	data, err := upstreamgetFixtures(key)
	for _, pods := range [][]*corev1.Pod{data.pass, data.fail} {
		for _, pod := range pods {
			policy.PlimsollFed(&pod.ObjectMeta, &pod.Spec)
		}
	}
	return data, err
}
