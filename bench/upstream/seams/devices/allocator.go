//plimsoll:package staging/src/k8s.io/dynamic-resource-allocation/structured/internal/incubating
//plimsoll:wraps allocator_incubating.go Allocator.Allocate

package incubating

import (
	"context"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/util/plimsollrecord"
)

func plimsollDevice(id DeviceID, more map[string]any) map[string]any {
	device := map[string]any{"request": "request", "driver": id.Driver.String(), "pool": id.Pool.String(), "device": id.Device.String()}
	for key, value := range more {
		device[key] = value
	}
	return device
}

// The state of devices as results of claims that have them.
func (a *Allocator) plimsollAllocated() []any {
	devices := []any{}
	for id := range a.allocatedState.AllocatedDevices {
		devices = append(devices, plimsollDevice(id, nil))
	}
	counted := map[DeviceID]bool{}
	for id, capacity := range a.allocatedState.AggregatedCapacity {
		counted[id] = true
		devices = append(devices, plimsollDevice(id, map[string]any{"shareID": "share", "consumedCapacity": capacity}))
	}
	for id := range a.allocatedState.AllocatedSharedDeviceIDs {
		if !counted[id.GetDeviceID()] {
			devices = append(devices, plimsollDevice(id.GetDeviceID(), map[string]any{"shareID": "share"}))
		}
	}
	return devices
}

func plimsollAdmin(claims []*resourceapi.ResourceClaim) bool {
	for _, claim := range claims {
		for _, request := range claim.Spec.Devices.Requests {
			if request.Exactly != nil && request.Exactly.AdminAccess != nil && *request.Exactly.AdminAccess {
				return true
			}
		}
	}
	return false
}

func (a *Allocator) Allocate(ctx context.Context, node *v1.Node, claims []*resourceapi.ResourceClaim) ([]resourceapi.AllocationResult, error) {
	classes, _ := a.classLister.List()
	gates := map[string]bool{
		"DRAConsumableCapacity": a.features.ConsumableCapacity, "DRADeviceBindingConditions": a.features.DeviceBindingAndStatus,
		"DRADeviceTaints": a.features.DeviceTaints, "DRAPartitionableDevices": a.features.PartitionableDevices,
		"DRAPrioritizedList": a.features.PrioritizedList,
	}
	if plimsollAdmin(claims) {
		gates["DRAAdminAccess"] = a.features.AdminAccess
	}
	fields := map[string]any{
		"call": "allocate", "node": plimsollrecord.Copy(node), "claims": plimsollrecord.Copy(claims), "slices": plimsollrecord.Copy(a.allSlices),
		"DeviceClass": plimsollrecord.Copy(classes), "allocated": a.plimsollAllocated(), "gates": gates,
		"flags": map[string]bool{"ListTypeAttributes": a.features.ListTypeAttributes}, "ended": ctx.Err() != nil,
	}
	results, err := a.upstreamAllocate(ctx, node, claims)
	fields["out"], fields["error"] = plimsollrecord.Copy(results), plimsollrecord.Text(err)
	plimsollrecord.Write(fields)
	return results, err
}
