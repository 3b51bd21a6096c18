// Records the calls of the functions that seams wrap while Kubernetes' own unit tests run: inputs and results.
//
//	go run bench/upstream/recorder/main.go TREE SEAMS OUT [AREA …]
//
// Each folder of SEAMS is an area. Each of its files is added to a package of TREE by an overlay of the go command, so TREE stays as
// it is. A file says where it belongs and which functions it wraps:
//
//	//plimsoll:package FOLDER       the folder of its package in TREE
//	//plimsoll:wraps FILE FUNCTION  a function or TYPE.METHOD, which becomes upstreamFUNCTION in a copy of FILE
//	//plimsoll:enters GLOB PARAMETERS CALL
//	                              a call that is made first by each function with these parameters, named a,b
//	//plimsoll:tests FOLDER         a folder whose tests are run, if not that of the package
//	//plimsoll:before MINOR TEXT => OTHER
//	                              what the file says instead of TEXT if the tree is older than 1.MINOR
//
// OUT/AREA.jsonl gets a line for each call, OUT/AREA.status one for each thing that went wrong: "skipped: …" or "failed: …".
// Tests that fail are run again without recording from them.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Where the package that seams record with is added, and how seams import it.
const recordFile = "staging/src/k8s.io/apimachinery/pkg/util/plimsollrecord/record.go"

var directive = regexp.MustCompile(`(?m)^//plimsoll:(package|wraps|enters|tests|before) (.+)$`)

var binaryVersion = regexp.MustCompile(`DefaultKubeBinaryVersion *= *"1\.([0-9]+)"`)

type wrap struct{ file, function string }

type enter struct{ glob, parameters, call string }

type older struct {
	minor         int
	text, instead string
}

type seam struct {
	source, folder string
	older          []older
	wraps          []wrap
	enters         []enter
	tests          []string
}

type area struct {
	name, tree, out string
	minor           int
	status          []string
}

func main() {
	if len(os.Args) < 4 {
		fail("give TREE, SEAMS and OUT")
	}
	tree, seams, out := absolute(os.Args[1]), absolute(os.Args[2]), absolute(os.Args[3])
	names := os.Args[4:]
	if len(names) == 0 {
		entries, err := os.ReadDir(seams)
		check(err)
		for _, entry := range entries {
			if entry.IsDir() {
				names = append(names, entry.Name())
			}
		}
	}
	for _, name := range names {
		fmt.Fprintln(os.Stderr, "recording "+name)
		a := &area{name: name, tree: tree, out: out, minor: minorOf(tree)}
		a.record(seams)
		check(os.WriteFile(filepath.Join(out, name+".status"), []byte(strings.Join(a.status, "\n")), 0o644))
	}
}

func (a *area) record(seams string) {
	files, err := filepath.Glob(filepath.Join(seams, a.name, "*.go"))
	check(err)
	if len(files) == 0 {
		fail("no such area: " + a.name)
	}
	_ = os.Remove(filepath.Join(a.out, a.name+".jsonl"))
	replace := map[string]string{filepath.Join(a.tree, recordFile): filepath.Join(seams, "record.go")}
	tests := []string{}
	for _, file := range files {
		s := read(file)
		if err := a.overlay(s, replace); err != nil {
			a.status = append(a.status, "skipped: "+filepath.Base(file)+" doesn't fit the tree: "+err.Error())
			continue
		}
		for _, test := range s.tests {
			if !slices.Contains(tests, test) {
				tests = append(tests, test)
			}
		}
	}
	overlay := filepath.Join(a.out, a.name+".overlay.json")
	text, err := json.Marshal(map[string]any{"Replace": replace})
	check(err)
	check(os.WriteFile(overlay, text, 0o644))
	for i, test := range tests {
		records := filepath.Join(a.out, fmt.Sprintf("%s.%d", a.name, i))
		a.test(test, overlay, records)
	}
}

// Adds a seam and the changed copies of the files that it wraps functions of.
func (a *area) overlay(s seam, replace map[string]string) error {
	changed := map[string]string{}
	change := func(path string, edit func([]byte) ([]byte, error)) error {
		current := path
		for _, copies := range []map[string]string{replace, changed} {
			if copied, ok := copies[path]; ok {
				current = copied
			}
		}
		text, err := os.ReadFile(current)
		if err != nil {
			return err
		}
		text, err = edit(text)
		if err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(path), err)
		}
		copied := filepath.Join(a.out, a.name+"."+strings.ReplaceAll(s.folder, "/", ".")+"."+filepath.Base(path))
		check(os.WriteFile(copied, text, 0o644))
		changed[path] = copied
		return nil
	}
	for _, w := range s.wraps {
		if err := change(filepath.Join(a.tree, s.folder, w.file), func(text []byte) ([]byte, error) { return renamed(text, w.function) }); err != nil {
			return err
		}
	}
	for _, e := range s.enters {
		paths, err := filepath.Glob(filepath.Join(a.tree, s.folder, e.glob))
		check(err)
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			if err := change(path, func(text []byte) ([]byte, error) { return entered(text, e) }); err != nil {
				return err
			}
		}
	}
	for path, copied := range changed {
		replace[path] = copied
	}
	source, err := a.ofVersion(s)
	if err != nil {
		return err
	}
	replace[filepath.Join(a.tree, s.folder, "plimsoll_"+filepath.Base(s.source))] = source
	return nil
}

// Returns the file of a seam, or a copy with what it says for an older tree.
func (a *area) ofVersion(s seam) (string, error) {
	text, err := os.ReadFile(s.source)
	if err != nil {
		return "", err
	}
	changed := text
	for _, o := range s.older {
		if a.minor < o.minor {
			lines := directive.ReplaceAll(changed, nil)
			if !bytes.Contains(lines, []byte(o.text)) {
				return "", fmt.Errorf("%s doesn't have %q", filepath.Base(s.source), o.text)
			}
			changed = bytes.ReplaceAll(lines, []byte(o.text), []byte(o.instead))
		}
	}
	if bytes.Equal(text, changed) {
		return s.source, nil
	}
	copied := filepath.Join(a.out, a.name+".plimsoll_"+filepath.Base(s.source))
	return copied, os.WriteFile(copied, changed, 0o644)
}

// Returns the minor version of a tree.
func minorOf(tree string) int {
	file := filepath.Join(tree, "staging/src/k8s.io/component-base/version/base.go")
	text, err := os.ReadFile(file)
	check(err)
	found := binaryVersion.FindSubmatch(text)
	if found == nil {
		fail(file + " says no version")
	}
	minor, err := strconv.Atoi(string(found[1]))
	check(err)
	return minor
}

// Puts "upstream" before the name of a function, where it is declared.
func renamed(text []byte, function string) ([]byte, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, declaration := range file.Decls {
		if f, ok := declaration.(*ast.FuncDecl); ok && nameOf(f) == function {
			at := files.Position(f.Name.Pos()).Offset
			return slices.Concat(text[:at], []byte("upstream"), text[at:]), nil
		}
	}
	return nil, fmt.Errorf("it has no function %s", function)
}

// Makes a call the first statement of each function with these parameters.
func entered(text []byte, e enter) ([]byte, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, declaration := range slices.Backward(file.Decls) {
		f, ok := declaration.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		names := []string{}
		for _, field := range f.Type.Params.List {
			for _, name := range field.Names {
				names = append(names, name.Name)
			}
		}
		if strings.Join(names, ",") == e.parameters {
			at := files.Position(f.Body.Lbrace).Offset + 1
			text = slices.Concat(text[:at], []byte(" "+e.call+"\n"), text[at:])
		}
	}
	return text, nil
}

func nameOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	receiver := f.Recv.List[0].Type
	if pointer, ok := receiver.(*ast.StarExpr); ok {
		receiver = pointer.X
	}
	if name, ok := receiver.(*ast.Ident); ok {
		return name.Name + "." + f.Name.Name
	}
	return ""
}

// Runs the tests of a folder, and keeps what those that pass have recorded.
func (a *area) test(folder, overlay, records string) {
	skipped := []string{}
	for {
		failed, problem := a.run(folder, overlay, records, skipped)
		if problem != "" {
			a.status = append(a.status, "skipped: "+folder+" can't be tested: "+problem)
			return
		}
		if len(failed) == 0 {
			break
		}
		for _, test := range failed {
			a.status = append(a.status, "failed: "+folder+" "+test)
		}
		skipped = append(skipped, failed...)
	}
	text, err := os.ReadFile(records)
	if os.IsNotExist(err) {
		a.status = append(a.status, "skipped: "+folder+" records nothing")
		return
	}
	check(err)
	all, err := os.OpenFile(filepath.Join(a.out, a.name+".jsonl"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	check(err)
	_, err = all.Write(text)
	check(err)
	check(all.Close())
	check(os.Remove(records))
}

// Returns the tests that failed, or the first line of what kept all of them from running.
func (a *area) run(folder, overlay, records string, skipped []string) ([]string, string) {
	_ = os.Remove(records)
	arguments := []string{"test", "-count=1", "-vet=off", "-json", "-overlay", overlay}
	if len(skipped) > 0 {
		arguments = append(arguments, "-skip", "^("+strings.Join(skipped, "|")+")$")
	}
	command := exec.Command("go", append(arguments, "./"+folder)...)
	command.Dir = a.tree
	command.Env = append(os.Environ(), "PLIMSOLL_RECORD="+records)
	var problems bytes.Buffer
	command.Stderr = &problems
	output, err := command.Output()
	failed, built := []string{}, strings.Builder{}
	lines := bufio.NewScanner(bytes.NewReader(output))
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var event struct{ Action, Test, Output string }
		if json.Unmarshal(lines.Bytes(), &event) != nil {
			continue
		}
		if event.Action == "fail" && event.Test != "" && !strings.Contains(event.Test, "/") {
			failed = append(failed, event.Test)
		}
		if event.Action == "build-output" || (event.Action == "output" && event.Test == "") {
			built.WriteString(event.Output)
		}
	}
	failed = slices.DeleteFunc(failed, func(test string) bool { return slices.Contains(skipped, test) })
	if err != nil && len(failed) == 0 {
		return nil, firstLine(built.String() + problems.String() + err.Error())
	}
	return failed, ""
}

func firstLine(text string) string {
	for _, line := range strings.Split(text, "\n") {
		if line != "" && !strings.HasPrefix(line, "#") {
			return line
		}
	}
	return text
}

func read(file string) seam {
	text, err := os.ReadFile(file)
	check(err)
	s := seam{source: file}
	for _, found := range directive.FindAllStringSubmatch(string(text), -1) {
		words := strings.Fields(found[2])
		switch found[1] {
		case "package":
			s.folder = words[0]
		case "wraps":
			s.wraps = append(s.wraps, wrap{words[0], words[1]})
		case "enters":
			s.enters = append(s.enters, enter{words[0], words[1], strings.Join(words[2:], " ")})
		case "tests":
			s.tests = append(s.tests, words[0])
		case "before":
			minor, err := strconv.Atoi(words[0])
			check(err)
			text, instead, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(found[2], words[0])), " => ")
			s.older = append(s.older, older{minor, text, instead})
		}
	}
	if len(s.tests) == 0 && len(s.wraps)+len(s.enters) > 0 {
		s.tests = []string{s.folder}
	}
	return s
}

func absolute(path string) string {
	all, err := filepath.Abs(path)
	check(err)
	return all
}

func check(err error) {
	if err != nil {
		fail(err.Error())
	}
}

func fail(text string) {
	fmt.Fprintln(os.Stderr, "bench/upstream: "+text)
	os.Exit(2)
}
