//plimsoll:package pkg/scheduler/util/plimsollscheduler

// Package plimsollscheduler writes what plug-ins of kube-scheduler were asked and answered.
package plimsollscheduler

import (
	"encoding/json"
	"reflect"
	"slices"
	"sort"
	"strings"
	"sync"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/plimsollrecord"
	fwk "k8s.io/kube-scheduler/framework"
)

// What PreFilter answered by the state that it was called with.
var preFiltered sync.Map

// Fields are the further facts that a plug-in decides by.
type Fields = map[string]any

func node(info fwk.NodeInfo) map[string]any {
	pods := []*v1.Pod{}
	for _, pod := range info.GetPods() {
		pods = append(pods, pod.GetPod())
	}
	return map[string]any{"node": info.Node(), "pods": pods}
}

func write(call, plugin string, pod *v1.Pod, snapshot fwk.SharedLister, asked fwk.NodeInfo, status *fwk.Status, fields Fields) {
	nodes, name, found := []map[string]any{}, "", false
	if asked != nil && asked.Node() != nil {
		name = asked.Node().Name
	}
	if snapshot != nil && !reflect.ValueOf(snapshot).IsNil() {
		all, _ := snapshot.NodeInfos().List()
		for _, info := range all {
			if info.Node() == nil {
				continue
			}
			if asked != nil && info.Node().Name == name {
				found = true
				info = asked
			}
			nodes = append(nodes, node(info))
		}
	}
	if asked != nil && asked.Node() != nil && !found {
		nodes = append(nodes, node(asked))
	}
	sort.Slice(nodes, func(i, j int) bool { return nodes[i]["node"].(*v1.Node).Name < nodes[j]["node"].(*v1.Node).Name })
	reasons := []string{}
	if status != nil {
		reasons = status.Reasons()
	}
	record := map[string]any{
		"call": call, "plugin": plugin, "pod": pod, "asked": name, "nodes": nodes, "code": status.Code().String(), "reasons": reasons,
		"hasNode": asked != nil && asked.Node() != nil,
	}
	for key, value := range fields {
		record[key] = value
	}
	plimsollrecord.Write(record)
}

// Filter writes the answer of a filter.
func Filter(plugin string, state fwk.CycleState, pod *v1.Pod, snapshot fwk.SharedLister, asked fwk.NodeInfo, status *fwk.Status, fields Fields) {
	if fields == nil {
		fields = Fields{}
	}
	fields["preFiltered"] = "not asked"
	if code, ok := preFiltered.Load(state); ok {
		fields["preFiltered"] = code
	}
	write("filter", plugin, pod, snapshot, asked, status, fields)
}

// PreFilter writes the answer before any node is looked at.
func PreFilter(plugin string, state fwk.CycleState, pod *v1.Pod, snapshot fwk.SharedLister, nodes []fwk.NodeInfo, result *fwk.PreFilterResult, status *fwk.Status, fields Fields) {
	if fields == nil {
		fields = Fields{}
	}
	preFiltered.Store(state, status.Code().String())
	if !result.AllNodes() {
		fields["narrowed"] = Sorted(result.NodeNames.UnsortedList())
	}
	if snapshot == nil || reflect.ValueOf(snapshot).IsNil() {
		listed := []any{}
		for _, info := range nodes {
			if info.Node() != nil {
				listed = append(listed, node(info))
			}
		}
		fields["nodes"] = listed
	}
	write("preFilter", plugin, pod, snapshot, nil, status, fields)
}

// List returns what a lister has. The listers of tests may be plain lists.
func List[T any](lister interface {
	List(labels.Selector) ([]T, error)
}) json.RawMessage {
	if lister == nil {
		return json.RawMessage("[]")
	}
	encoded := plimsollrecord.Copy(lister)
	if reflect.ValueOf(lister).Kind() != reflect.Slice {
		all, err := lister.List(labels.Everything())
		if err != nil {
			return plimsollrecord.Copy(map[string]string{"unencodable": err.Error()})
		}
		encoded = plimsollrecord.Copy(all)
	}
	objects := []json.RawMessage{}
	if err := json.Unmarshal(encoded, &objects); err != nil {
		return plimsollrecord.Copy(map[string]string{"unencodable": err.Error()})
	}
	slices.SortFunc(objects, func(a, b json.RawMessage) int { return strings.Compare(string(a), string(b)) })
	return plimsollrecord.Copy(objects)
}

// Sorted sorts names.
func Sorted(names []string) []string {
	slices.Sort(names)
	return names
}
