//plimsoll:package staging/src/k8s.io/apiserver/pkg/quota/v1
//plimsoll:wraps resources.go Equals
//plimsoll:wraps resources.go LessThanOrEqual
//plimsoll:wraps resources.go Max
//plimsoll:wraps resources.go Add
//plimsoll:wraps resources.go Subtract
//plimsoll:wraps resources.go SubtractWithNonNegativeResult
//plimsoll:wraps resources.go Mask
//plimsoll:wraps resources.go RemoveZeros
//plimsoll:wraps resources.go IsNegative

package v1

import (
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/plimsollrecord"
)

func plimsollLists(call string, a, b json.RawMessage, names []corev1.ResourceName, out any) {
	plimsollrecord.Write(map[string]any{"call": call, "a": a, "b": b, "names": names, "out": plimsollrecord.Copy(out)})
}

func plimsollBoth(call string, a, b corev1.ResourceList, f func(a, b corev1.ResourceList) corev1.ResourceList) corev1.ResourceList {
	left, right := plimsollrecord.Copy(a), plimsollrecord.Copy(b)
	out := f(a, b)
	plimsollLists(call, left, right, nil, out)
	return out
}

func Equals(a corev1.ResourceList, b corev1.ResourceList) bool {
	out := upstreamEquals(a, b)
	plimsollLists("Equals", plimsollrecord.Copy(a), plimsollrecord.Copy(b), nil, out)
	return out
}

func LessThanOrEqual(a corev1.ResourceList, b corev1.ResourceList) (bool, []corev1.ResourceName) {
	fits, exceeding := upstreamLessThanOrEqual(a, b)
	plimsollLists("LessThanOrEqual", plimsollrecord.Copy(a), plimsollrecord.Copy(b), nil, exceeding)
	return fits, exceeding
}

func Max(a corev1.ResourceList, b corev1.ResourceList) corev1.ResourceList {
	return plimsollBoth("Max", a, b, upstreamMax)
}

func Add(a corev1.ResourceList, b corev1.ResourceList) corev1.ResourceList {
	return plimsollBoth("Add", a, b, upstreamAdd)
}

func Subtract(a corev1.ResourceList, b corev1.ResourceList) corev1.ResourceList {
	return plimsollBoth("Subtract", a, b, upstreamSubtract)
}

func SubtractWithNonNegativeResult(a corev1.ResourceList, b corev1.ResourceList) corev1.ResourceList {
	return plimsollBoth("SubtractWithNonNegativeResult", a, b, upstreamSubtractWithNonNegativeResult)
}

func Mask(resources corev1.ResourceList, names []corev1.ResourceName) corev1.ResourceList {
	out := upstreamMask(resources, names)
	plimsollLists("Mask", plimsollrecord.Copy(resources), nil, names, out)
	return out
}

func RemoveZeros(a corev1.ResourceList) corev1.ResourceList {
	out := upstreamRemoveZeros(a)
	plimsollLists("RemoveZeros", plimsollrecord.Copy(a), nil, nil, out)
	return out
}

func IsNegative(a corev1.ResourceList) []corev1.ResourceName {
	out := upstreamIsNegative(a)
	plimsollLists("IsNegative", plimsollrecord.Copy(a), nil, nil, out)
	return out
}
