// Prints the types of the Kubernetes API with their fields, as the API server decodes them: bench/upstream/types/run TREE
package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/scheme"
)

var (
	printed      = map[reflect.Type]string{}
	pending      []reflect.Type
	unmarshaller = reflect.TypeFor[json.Unmarshaler]()
	object       = reflect.TypeFor[metav1.Object]()
	stable       = regexp.MustCompile(`^v[0-9]+$`)
)

func main() {
	var lines []string
	for kind, t := range scheme.Scheme.AllKnownTypes() {
		if reflect.PointerTo(t).Implements(object) && stable.MatchString(kind.Version) {
			lines = append(lines, fmt.Sprintf("kind %s %s %s", kind.GroupVersion(), kind.Kind, name(t)))
		}
	}
	for len(pending) > 0 {
		t := pending[0]
		pending = pending[1:]
		lines = append(lines, "type "+name(t)+" "+strings.Join(fields(t, ""), " "))
	}
	slices.Sort(lines)
	fmt.Println(strings.Join(lines, "\n"))
}

// Types of two packages may have one name: the group tells them apart.
func name(t reflect.Type) string {
	if known, ok := printed[t]; ok {
		return known
	}
	steps := strings.Split(t.PkgPath(), "/")
	group := steps[len(steps)-2]
	printed[t] = group + "/" + t.String()
	pending = append(pending, t)
	return printed[t]
}

// A field is its name and what it holds. Before the name stand the embedded types that it is in.
func fields(t reflect.Type, within string) (all []string) {
	for i := range t.NumField() {
		field := t.Field(i)
		tag, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case tag == "-" || !field.IsExported():
		case field.Anonymous && tag == "":
			embedded := field.Type
			if embedded.Kind() == reflect.Pointer {
				embedded = embedded.Elem()
			}
			all = append(all, fields(embedded, within+field.Name+"/")...)
		default:
			if tag == "" {
				tag = field.Name
			}
			if strings.Contains(options, "string") {
				panic("a quoted field: " + t.String() + "." + tag)
			}
			all = append(all, within+tag+":"+holds(field.Type))
		}
	}
	return all
}

func holds(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		return holds(t.Elem())
	}
	if reflect.PointerTo(t).Implements(unmarshaller) {
		return "!" + t.String()
	}
	named := ""
	if t.PkgPath() != "" && t.Kind() != reflect.Struct {
		named = t.String() + "="
	}
	switch t.Kind() {
	case reflect.Struct:
		return "@" + name(t)
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return named + "bytes"
		}
		return named + "[]" + holds(t.Elem())
	case reflect.Map:
		return named + "map[" + t.Key().String() + "]" + holds(t.Elem())
	case reflect.Interface:
		return "any"
	default:
		return named + t.Kind().String()
	}
}
