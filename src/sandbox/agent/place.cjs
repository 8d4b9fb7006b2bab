'use strict';
/**
 * Where the agent is: alone in a container, or, where `PLANWRIGHT_PLACE` says so, a plain process on somebody's machine
 * beside whatever else runs there. It is told `{ workspace, id }` then: its folder, and the mark of all that it starts.
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
  /** Carried by all that is begun on a shared machine, in the environment. */
  idEntry: id === null ? null : `PLANWRIGHT_WORKSPACE=${id}`,
  /** 0: whichever is free. */
  port: isShared ? 0 : 8118,
};
