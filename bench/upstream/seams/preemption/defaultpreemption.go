//plimsoll:package pkg/scheduler/framework/plugins/defaultpreemption
//plimsoll:wraps default_preemption.go DefaultPreemption.SelectVictimsOnNode
//plimsoll:wraps default_preemption.go New
//plimsoll:tests pkg/scheduler/framework/plugins/defaultpreemption

package defaultpreemption

import (
	"context"
	"reflect"
	"slices"
	"sync"

	v1 "k8s.io/api/core/v1"
	policy "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/plimsollrecord"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/feature"
)

type plimsollRules struct{ eligible, moreImportant uintptr }

// The rules that each plug-in was made with.
var plimsollMade sync.Map

func (pl *DefaultPreemption) plimsollRules() plimsollRules {
	return plimsollRules{reflect.ValueOf(pl.IsEligiblePod).Pointer(), reflect.ValueOf(pl.MoreImportantPod).Pointer()}
}

func New(ctx context.Context, dpArgs runtime.Object, fh fwk.Handle, fts feature.Features) (*DefaultPreemption, error) {
	pl, err := upstreamNew(ctx, dpArgs, fh, fts)
	if pl != nil {
		plimsollMade.Store(pl, pl.plimsollRules())
	}
	return pl, err
}

func (pl *DefaultPreemption) SelectVictimsOnNode(
	ctx context.Context, state fwk.CycleState, pod *v1.Pod, node fwk.NodeInfo, budgets []*policy.PodDisruptionBudget,
) ([]*v1.Pod, int, *fwk.Status) {
	pods := []*v1.Pod{}
	for _, each := range node.GetPods() {
		pods = append(pods, each.GetPod())
	}
	made, _ := plimsollMade.Load(pl)
	filters := []string{}
	if framework, ok := pl.fh.(interface{ ListPlugins() *config.Plugins }); ok {
		for _, filter := range framework.ListPlugins().Filter.Enabled {
			filters = append(filters, filter.Name)
		}
	}
	others := 0
	if all, err := pl.fh.SnapshotSharedLister().NodeInfos().List(); err == nil {
		others = len(slices.DeleteFunc(slices.Clone(all), func(info fwk.NodeInfo) bool { return info.Node().Name == node.Node().Name }))
	}
	fields := map[string]any{
		"call": "victims", "pod": plimsollrecord.Copy(pod), "asked": node.Node().Name, "filters": filters, "others": others,
		"nodes":               []any{map[string]any{"node": plimsollrecord.Copy(node.Node()), "pods": plimsollrecord.Copy(pods)}},
		"PodDisruptionBudget": plimsollrecord.Copy(budgets), "custom": made != pl.plimsollRules(),
	}
	victims, violations, status := pl.upstreamSelectVictimsOnNode(ctx, state, pod, node, budgets)
	names := []string{}
	for _, victim := range victims {
		names = append(names, victim.Namespace+"/"+victim.Name)
	}
	slices.Sort(names)
	fields["victims"], fields["violations"], fields["code"] = names, violations, status.Code().String()
	plimsollrecord.Write(fields)
	return victims, violations, status
}
