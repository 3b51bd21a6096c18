/**
 * The expressions by which devices are selected, in the Common Expression Language with the
 * functions that Kubernetes adds: {@link dev.plimsoll.model.cel.DeviceExpression}. No other package
 * knows the library that evaluates them.
 */
@NullMarked
package dev.plimsoll.model.cel;

import org.jspecify.annotations.NullMarked;
