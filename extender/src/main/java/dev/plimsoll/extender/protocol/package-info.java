/**
 * The wire format between kube-scheduler and an extender. Source: {@code
 * staging/src/k8s.io/kube-scheduler/extender/v1/types.go}.
 */
@NullMarked
package dev.plimsoll.extender.protocol;

import org.jspecify.annotations.NullMarked;
