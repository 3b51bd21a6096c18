//plimsoll:package pkg/scheduler/framework/plugins/tainttoleration
//plimsoll:wraps taint_toleration.go TaintToleration.Filter

package tainttoleration

import (
	"context"

	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/util/plimsollscheduler"
)

func (pl *TaintToleration) Filter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node fwk.NodeInfo) *fwk.Status {
	status := pl.upstreamFilter(ctx, state, pod, node)
	plimsollscheduler.Filter("TaintToleration", state, pod, nil, node, status, plimsollscheduler.Fields{
		"flags": map[string]bool{"TaintTolerationComparisonOperators": pl.enableTaintTolerationComparisonOperators},
	})
	return status
}
