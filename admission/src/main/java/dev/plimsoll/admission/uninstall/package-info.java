/**
 * Removes the role from a cluster; {@link dev.plimsoll.admission.uninstall.AdmissionUninstaller} is
 * the entry. Depends on gate.
 */
@NullMarked
package dev.plimsoll.admission.uninstall;

import org.jspecify.annotations.NullMarked;
