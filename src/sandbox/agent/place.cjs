'use strict';
/**
 * Where the agent runs: alone in a container or, if `PLANWRIGHT_PLACE` says so, as a plain process beside others. Then
 * the variable contains `{ workspace, id }`: its folder, and the mark of its processes.
 */
const { PLANWRIGHT_PLACE: told } = process.env;
const isShared = told !== undefined;
const { workspace, id } = isShared ? JSON.parse(told) : { workspace: '/workspace', id: null };

const home = `${workspace}/home`;

module.exports = {
  isShared,
  workspace,
  project: `${workspace}/project`,
  home: isShared ? home : (process.env.HOME ?? home),
  /** In the environment of every process it starts on a shared machine. */
  idEntry: id === null ? null : `PLANWRIGHT_WORKSPACE=${id}`,
  /** 0: any free port. */
  port: isShared ? 0 : 8118,
};
