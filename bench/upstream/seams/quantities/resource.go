//plimsoll:package staging/src/k8s.io/apimachinery/pkg/api/resource
//plimsoll:wraps quantity.go ParseQuantity
//plimsoll:wraps quantity.go Quantity.String
//plimsoll:wraps quantity.go Quantity.Add
//plimsoll:wraps quantity.go Quantity.Sub
//plimsoll:wraps quantity.go Quantity.Neg
//plimsoll:wraps quantity.go Quantity.Mul
//plimsoll:wraps quantity.go Quantity.Cmp
//plimsoll:wraps quantity.go Quantity.Value
//plimsoll:wraps quantity.go Quantity.MilliValue
//plimsoll:wraps quantity.go Quantity.UnmarshalJSON

package resource

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/util/plimsollrecord"
)

// A number with its format, the spelling that is kept, and whether it is held with arbitrary precision.
func plimsollQuantity(q *Quantity) map[string]any {
	if q.d.Dec != nil {
		return map[string]any{
			"unscaled": q.d.Dec.UnscaledBig().String(), "exponent": -int64(q.d.Dec.Scale()), "format": string(q.Format), "kept": q.s, "wide": true,
		}
	}
	return map[string]any{"unscaled": json.Number(plimsollInt(q.i.value)).String(), "exponent": int64(q.i.scale), "format": string(q.Format), "kept": q.s, "wide": false}
}

func plimsollInt(value int64) string {
	text, _ := json.Marshal(value)
	return string(text)
}

func plimsollText(q Quantity) string {
	copied := q.DeepCopy()
	return copied.upstreamString()
}

func ParseQuantity(str string) (Quantity, error) {
	q, err := upstreamParseQuantity(str)
	plimsollrecord.Write(map[string]any{"call": "parse", "in": str, "out": plimsollText(q), "value": plimsollQuantity(&q), "error": plimsollrecord.Text(err)})
	return q, err
}

func (q *Quantity) String() string {
	if q == nil {
		return q.upstreamString()
	}
	left := plimsollQuantity(q)
	text := q.upstreamString()
	plimsollrecord.Write(map[string]any{"call": "string", "left": left, "out": text})
	return text
}

func (q *Quantity) Add(y Quantity) {
	left, right := plimsollQuantity(q), plimsollQuantity(&y)
	q.upstreamAdd(y)
	plimsollrecord.Write(map[string]any{"call": "add", "left": left, "right": right, "out": plimsollText(*q)})
}

func (q *Quantity) Sub(y Quantity) {
	left, right := plimsollQuantity(q), plimsollQuantity(&y)
	q.upstreamSub(y)
	plimsollrecord.Write(map[string]any{"call": "sub", "left": left, "right": right, "out": plimsollText(*q)})
}

func (q *Quantity) Neg() {
	left := plimsollQuantity(q)
	q.upstreamNeg()
	plimsollrecord.Write(map[string]any{"call": "neg", "left": left, "out": plimsollText(*q)})
}

func (q *Quantity) Mul(y int64) bool {
	left := plimsollQuantity(q)
	fits := q.upstreamMul(y)
	plimsollrecord.Write(map[string]any{"call": "mul", "left": left, "factor": plimsollInt(y), "out": plimsollText(*q)})
	return fits
}

func (q *Quantity) Cmp(y Quantity) int {
	left, right := plimsollQuantity(q), plimsollQuantity(&y)
	order := q.upstreamCmp(y)
	plimsollrecord.Write(map[string]any{"call": "cmp", "left": left, "right": right, "out": plimsollInt(int64(order))})
	return order
}

func (q *Quantity) Value() int64 {
	value := q.upstreamValue()
	plimsollrecord.Write(map[string]any{"call": "value", "left": plimsollQuantity(q), "out": plimsollInt(value)})
	return value
}

func (q *Quantity) MilliValue() int64 {
	value := q.upstreamMilliValue()
	plimsollrecord.Write(map[string]any{"call": "milliValue", "left": plimsollQuantity(q), "out": plimsollInt(value)})
	return value
}

func (q *Quantity) UnmarshalJSON(value []byte) error {
	in := string(value)
	err := q.upstreamUnmarshalJSON(value)
	plimsollrecord.Write(map[string]any{"call": "json", "in": in, "out": plimsollText(*q), "error": plimsollrecord.Text(err)})
	return err
}
