// Package plimsollrecord writes what a wrapped function was given and returned, a JSON object a line.
package plimsollrecord

import (
	"encoding/json"
	"os"
	"sync"
)

var (
	lock sync.Mutex
	file = open()
)

func open() *os.File {
	name := os.Getenv("PLIMSOLL_RECORD")
	if name == "" {
		return nil
	}
	opened, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		panic(err)
	}
	return opened
}

// Copy encodes a value as it is now, before the wrapped function changes it.
func Copy(value any) json.RawMessage {
	text, err := json.Marshal(value)
	if err != nil {
		text, _ = json.Marshal(map[string]string{"unencodable": err.Error()})
	}
	return text
}

// Text returns the text of an error; empty without one.
func Text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// Write adds a line.
func Write(record map[string]any) {
	if file == nil {
		return
	}
	line, err := json.Marshal(record)
	if err != nil {
		line, _ = json.Marshal(map[string]any{"call": record["call"], "unencodable": err.Error()})
	}
	lock.Lock()
	defer lock.Unlock()
	if _, err := file.Write(append(line, '\n')); err != nil {
		panic(err)
	}
}
